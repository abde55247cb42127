"""One reason a module, found by `chunkviz.diagnosis.reason`."""
