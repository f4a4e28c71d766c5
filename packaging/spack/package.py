# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cargo import CargoPackage

from spack.package import *


class Grundytab(CargoPackage):
    """GPU-accelerated batch tabulator for combinatorial game theory: Grundy values,
    P-positions and palace numbers of heap games."""

    homepage = "https://grundytab.github.io/grundytab/"
    url = "https://github.com/grundytab/grundytab/archive/refs/tags/v0.1.0.tar.gz"
    git = "https://github.com/grundytab/grundytab.git"

    license("MIT")

    version("main", branch="main")
    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("mpi", default=False, description="Fill one table by several processes of MPI")

    depends_on("c", type="build")
    depends_on("rust@1.95:", type="build")

    with when("+mpi"):
        depends_on("mpi")
        # libclang reads the headers of the MPI library.
        depends_on("llvm+clang", type="build")

    # The tests of the repository need a Vulkan driver, browsers and MONA; `spack test run` runs
    # what is installed.
    install_time_test_callbacks = []

    def setup_build_environment(self, env: EnvironmentModifications) -> None:
        if self.spec.satisfies("+mpi"):
            env.set("MPICC", self.spec["mpi"].mpicc)
            env.set("LIBCLANG_PATH", self.spec["llvm"].prefix.lib)

    @property
    def build_args(self):
        args = ["--locked", "--no-track"]
        if self.spec.satisfies("+mpi"):
            args.append("--features=mpi")
        return args

    @run_after("install")
    def install_what_the_program_prints(self):
        """Install completions, manual pages, and licences."""
        grundytab = Executable(self.prefix.bin.grundytab)
        for arguments, folder, name in [
            (("completions", "bash"), bash_completion_path(self.prefix), "grundytab"),
            (("completions", "zsh"), zsh_completion_path(self.prefix), "_grundytab"),
            (("completions", "fish"), fish_completion_path(self.prefix), "grundytab.fish"),
        ]:
            mkdirp(folder)
            with open(join_path(folder, name), "w") as file:
                grundytab(*arguments, output=file)
        mkdirp(self.prefix.share.man.man1)
        grundytab("man", "--out", self.prefix.share.man.man1)

        licenses = self.prefix.share.licenses.grundytab
        mkdirp(licenses)
        source = self.stage.source_path
        install(join_path(source, "LICENSE"), licenses)
        install(
            join_path(source, "src", "drawing", "font", "LICENSE"),
            join_path(licenses, "LICENSE.font"),
        )

    def test_version(self):
        """the program says its version"""
        grundytab = which(self.prefix.bin.grundytab, required=True)
        out = grundytab("--version", output=str.split, error=str.split)
        if not self.spec.satisfies("@main"):
            assert str(self.spec.version) in out

    def test_tabulate(self):
        """Wythoff Nim has 77 P-positions on this box"""
        grundytab = which(self.prefix.bin.grundytab, required=True)
        job = ("tabulate", "wythoff", "--box", "100", "--discard", "--engine", "cpu")
        out = grundytab(*job, output=str.split, error=str.split)
        assert "77 P-positions" in out
