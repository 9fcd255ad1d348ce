class Dwindle < Formula
  desc "Shrink a failure to the part that causes it"
  homepage "{home}"
  url "{url}"
  version "{version}"
  sha256 "{sha256}"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux
  depends_on arch: :x86_64

  def install
    bin.install "dwindle"
    man1.install Dir["man/*"]
    bash_completion.install "completions/dwindle.bash" => "dwindle"
    zsh_completion.install "completions/_dwindle"
    fish_completion.install "completions/dwindle.fish"
  end

  test do
    (testpath/"input.txt").write "kept\ngone\n"
    system bin/"dwindle", "reduce", "input.txt", "-o", "least.txt", "--invert", "--", "grep", "-q", "kept", "{}"
    assert_match "kept", (testpath/"least.txt").read
  end
end
