"""Plotly figures from plain data, one a module; no Streamlit here."""
