"""The compiled kernel of `eleusis simulate`, left out where there is no C compiler; else see pyproject.toml."""

import sys
from pathlib import Path
from shutil import copytree

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

NATIVE = Path("eleusis/lab/kernel/native")
KERNEL = Extension(
    "eleusis.lab.kernel.compiled",
    [str(NATIVE / "kernel.c")],
    depends=[str(header) for header in sorted(NATIVE.glob("*.h"))],
    define_macros=[("Py_LIMITED_API", "0x030b0000")],
    # No fused multiplication and addition: it rounds once where Python rounds twice.
    extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O2", "-ffp-contract=off"],
    py_limited_api=True,
    optional=True,
)


class BuildKernel(build_ext):
    """Says what it means where the kernel can't be built."""

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            self.warn("the compiled kernel of `eleusis simulate` is left out: all works without it, only slower")
            raise


class BuildPython(build_py):
    """Puts the editions into the package; an editable install finds them in the checkout."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            copytree("variants", Path(self.build_lib) / "eleusis" / "data" / "variants", dirs_exist_ok=True)


setup(
    ext_modules=[KERNEL],
    cmdclass={"build_ext": BuildKernel, "build_py": BuildPython},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
