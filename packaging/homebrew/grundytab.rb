class Grundytab < Formula
  desc "GPU-accelerated batch tabulator for combinatorial game theory"
  homepage "https://grundytab.github.io/grundytab/"
  url "https://github.com/grundytab/grundytab/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://github.com/grundytab/grundytab.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args

    generate_completions_from_executable(bin/"grundytab", "completions")
    man1.mkpath
    system bin/"grundytab", "man", "--out", man1
    # Homebrew keeps the LICENSE of the root by itself; this is that of the letters in pictures.
    (pkgshare/"font").install "src/drawing/font/LICENSE"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/grundytab --version")
    # Wythoff Nim has 77 P-positions on this box.
    tabulated = shell_output("#{bin}/grundytab tabulate wythoff --box 100 --discard --engine cpu")
    assert_match "77 P-positions", tabulated
  end
end
