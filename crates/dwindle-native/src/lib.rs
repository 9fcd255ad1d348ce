//! Records which statements a native program executes, and runs it again without some of them.
