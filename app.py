"""The app: `streamlit run app.py`, or `make app`. Each page is a script in pages/."""

import streamlit as st

from chunkviz.isolation.processes import prepare
from pages.parts.frame import narrow_menu

prepare(ahead=True)  # a process waits for the first file that somebody brings
st.set_page_config(page_title="chunkviz", page_icon="pages/parts/icon.svg", layout="wide")
pages = [
    st.Page("pages/explore.py", title="Explore", default=True),
    st.Page("pages/search.py", title="Search"),
    st.Page("pages/compare.py", title="Compare"),
    st.Page("pages/evaluate.py", title="Evaluate"),
    st.Page("pages/debug.py", title="Debug"),
    st.Page("pages/learn.py", title="Learn"),
]
page = st.navigation(pages, position="top")
narrow_menu(pages)
page.run()
