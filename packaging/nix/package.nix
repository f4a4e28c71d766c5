{
  lib,
  stdenv,
  rustPlatform,
  fetchFromGitHub,
  installShellFiles,
  nix-update-script,
  versionCheckHook,
  vulkan-loader,
}:

rustPlatform.buildRustPackage (finalAttrs: {
  pname = "grundytab";
  version = "0.1.0";

  src = fetchFromGitHub {
    owner = "grundytab";
    repo = "grundytab";
    tag = "v${finalAttrs.version}";
    hash = lib.fakeHash;
  };

  cargoHash = lib.fakeHash;

  nativeBuildInputs = [ installShellFiles ];

  # The tests need a Vulkan driver, browsers and MPI, and compile for long; the checks below run what is installed.
  doCheck = false;

  postInstall = ''
    install -D -m 644 -t $out/share/licenses/grundytab LICENSE
    install -D -m 644 src/drawing/font/LICENSE $out/share/licenses/grundytab/LICENSE.font
  ''
  + lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
    installShellCompletion --cmd grundytab \
      --bash <($out/bin/grundytab completions bash) \
      --zsh <($out/bin/grundytab completions zsh) \
      --fish <($out/bin/grundytab completions fish)
    mkdir man1
    $out/bin/grundytab man --out man1
    installManPage man1/*
  '';

  # The program opens Vulkan's loader at run time, by its name alone.
  postFixup = lib.optionalString stdenv.hostPlatform.isLinux ''
    patchelf --add-rpath ${lib.makeLibraryPath [ vulkan-loader ]} $out/bin/grundytab
  '';

  doInstallCheck = true;
  nativeInstallCheckInputs = [ versionCheckHook ];
  postInstallCheck = ''
    $out/bin/grundytab tabulate wythoff --box 100 --discard --engine cpu
  '';

  passthru.updateScript = nix-update-script { };

  meta = {
    description = "GPU-accelerated batch tabulator for combinatorial game theory";
    homepage = "https://grundytab.github.io/grundytab/";
    changelog = "https://github.com/grundytab/grundytab/blob/v${finalAttrs.version}/CHANGELOG.md";
    license = lib.licenses.mit;
    # Whoever opens the pull request.
    maintainers = [ ];
    mainProgram = "grundytab";
  };
})
