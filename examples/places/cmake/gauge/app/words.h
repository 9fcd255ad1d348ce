#pragma once
namespace app { const char *path(int argc, char **argv); }
