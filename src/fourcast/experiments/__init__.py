"""Experiments: many searches that differ in one thing at a time, as rows, tables and charts."""
