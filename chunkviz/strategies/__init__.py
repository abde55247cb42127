"""Ways to cut a document, one a module; each docstring is the lesson the app shows."""
