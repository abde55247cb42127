"""What sizes can be counted in: one tokenizer, or one family of them, a module."""
