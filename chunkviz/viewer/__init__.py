"""The viewer: the data it draws, its script and its style; no Streamlit here."""
