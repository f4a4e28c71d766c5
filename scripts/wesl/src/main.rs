//! Compares each kernel as the program links it with what the compiler of WESL makes of the same modules.
//!
//! The argument is a folder with a folder for each kernel: its modules, `kernel.wgsl` among them, which is the root, and
//! `linked.wgsl`, the text that the program has made of them, without unrolled loops. Both must declare the same, in
//! whatever order.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wesl::syntax::{GlobalDeclaration, TranslationUnit};
use wesl::{ManglerKind, ModulePath, VirtualResolver, Wesl};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("the folder with the kernels is missing")?;
    let mut kernels: Vec<_> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    kernels.sort();
    if kernels.is_empty() {
        return Err(format!("{folder} is empty").into());
    }
    let mut imports = 0;
    for kernel in &kernels {
        let name = kernel.display();
        let modules = modules(kernel)?;
        let linked = fs::read_to_string(kernel.join("linked.wgsl"))?;
        let linked = declarations(&linked.parse()?);
        let compiled = compiled(&modules).map_err(|error| format!("{name}: {error}"))?;
        if linked != compiled {
            let differing: Vec<_> = linked.symmetric_difference(&compiled).collect();
            return Err(format!("{name}: declarations differ:\n{}", differing[0]).into());
        }
        imports += planted(&modules).map_err(|error| format!("{name}: {error}"))?;
    }
    let count = kernels.len();
    println!(
        "{count} kernels are what WESL makes of their modules; {imports} wrong imports were noticed"
    );
    Ok(())
}

/// Reads the modules of a kernel: the name and the text of each.
fn modules(kernel: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut modules = Vec::new();
    for entry in fs::read_dir(kernel)? {
        let path = entry?.path();
        let name =
            path.file_stem().and_then(|stem| stem.to_str()).ok_or("a file without a name")?;
        if name != "linked" {
            modules.push((name.to_owned(), fs::read_to_string(&path)?));
        }
    }
    modules.sort();
    Ok(modules)
}

/// Returns what the compiler of WESL makes of modules.
fn compiled(modules: &[(String, String)]) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let path = |name: &str| format!("package::{name}").parse::<ModulePath>();
    let mut resolver = VirtualResolver::new();
    for (name, text) in modules {
        resolver.add_module(path(name)?, text.into());
    }
    let mut compiler = Wesl::new_barebones().set_custom_resolver(resolver);
    compiler.use_imports(true).use_stripping(false).set_mangler(ManglerKind::None);
    let result = compiler.compile(&path("kernel")?).map_err(|error| error.to_string())?;
    Ok(declarations(&result.syntax))
}

/// Lists the declarations of a module, each as its text.
fn declarations(module: &TranslationUnit) -> BTreeSet<String> {
    let is_void = |declaration: &GlobalDeclaration| matches!(declaration, GlobalDeclaration::Void);
    let declared = module.global_declarations.iter().filter(|declaration| !is_void(declaration));
    declared.map(ToString::to_string).collect()
}

/// Has each import name a module that does not exist, one import at a time, and returns how many there are.
///
/// # Errors
/// When the compiler does not notice one.
fn planted(modules: &[(String, String)]) -> Result<usize, Box<dyn Error>> {
    const IMPORT: &str = "import package::";
    let mut imports = 0;
    for (number, (name, text)) in modules.iter().enumerate() {
        for (start, _) in text.match_indices(IMPORT) {
            let mut wrong = modules.to_vec();
            wrong[number].1.insert_str(start + IMPORT.len(), "no_");
            if compiled(&wrong).is_ok() {
                return Err(format!("a wrong import in {name} was not noticed").into());
            }
            imports += 1;
        }
    }
    Ok(imports)
}
