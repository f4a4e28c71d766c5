//! `render`: what is written, what is refused, and what is left in place.

use std::fs;

use crate::chunks::array_of;
use crate::{done, ends, fails, run, table};

/// Returns width and height of a PNG file, from its header.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG file");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

/// Catches files of the wrong size, and temporary files that stay.
#[test]
fn a_picture_is_written() {
    let (folder, path) = table("wythoff --box 50x40");
    for (flags, size) in [
        ("--bare", (1400, 1120)),
        ("--bare --scale 2", (100, 80)),
        ("--no-axes --scale 1/7", (8, 6)),
        ("--bare --scale 3 --region 10..30,5..", (60, 105)),
    ] {
        let png = folder.path().join("p.png");
        let line = format!("render {{}} --out {} {flags} --json", png.display());
        let (stdout, stderr) = ends(0, &line, &path);
        assert_eq!(stderr, "", "{line}");
        assert_eq!(size_of(&fs::read(&png).expect("a file")), size, "{flags}");
        let object: serde_json::Value = serde_json::from_str(&stdout).expect("one JSON object");
        assert_eq!((object["width"].as_u64(), object["height"].as_u64()), {
            let (width, height) = size;
            (Some(width.into()), Some(height.into()))
        });
    }
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 2, "the table and one picture");
    // To stdout, with axes.
    let output = crate::grundytab(&format!("render {} --out - --quiet", path.display())).output();
    let (width, height) = size_of(&output.expect("it runs").stdout);
    assert!(width > 1400 && height > 1120);
}

/// Catches a refusal with another exit code or without advice, and a file that is written all the same.
#[test]
fn what_makes_no_picture_is_refused() {
    let (folder, plane) = table("wythoff --box 30");
    let (_folder, line) = table("nim:1 --box 30");
    let (_folder_2, space) = table("nim:3 --box 9");
    let png = folder.path().join("p.png");
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "important").expect("written");
    for (path, flags, words) in [
        (&line, "", "it is a table of one heap"),
        (&space, "", "--plane z=5"),
        (&space, "--plane z=9", "no position of the table is in it"),
        (&space, "--plane w=9", "there is no such heap"),
        (&plane, "--plane z=5", "--plane z=5: there is no such heap"),
        (&plane, "--region 0..31,0..3", "the range 0..31 is not within 0..30"),
        (&plane, "--region 0..3", "it has 1 range for 2 axes"),
        (&plane, "--region 3..3,0..1", "the range holds nothing"),
        (&plane, "--palette purple", "it is one of p-positions"),
        (&plane, "--palette classes", "use the palette hue"),
        (&plane, "--palette palaces", "use the palette hue"),
        (&plane, "--scale 0", "the scale is zero"),
        (&plane, "--scale -3", "negative"),
        (&plane, "--scale 4000000000", "choose a smaller scale"),
        (&plane, "--highlight 3", "the position has 1 heap, the table 2"),
        (&plane, "--highlight 3,30", "is not in the table"),
        (&space, "--plane z=5 --highlight 1,1,4", "not in the plane that is drawn"),
        (&plane, "--bare --grid", "cannot be used with"),
    ] {
        let line = format!("render {{}} --out {} {flags}", png.display());
        fails(2, &line, path, words);
        assert!(!png.exists(), "{flags}");
    }
    // The name of a picture never promises another format.
    for name in ["p.svg", "p.pdf", "p.txt", "p.png.jpg"] {
        let out = folder.path().join(name);
        let (code, _, stderr) = run(&format!("render {{}} --out {}", out.display()), &plane);
        assert!(
            code == 2 && stderr.contains("give a name that ends with .png"),
            "{name}: {stderr}"
        );
        assert!(stderr.starts_with(&format!("error: --out {}: ", out.display())), "{stderr}");
        assert!(!out.exists(), "{name}");
    }
    for name in ["without", "LOUD.PNG"] {
        let out = folder.path().join(name);
        done(&format!("render {{}} --out {}", out.display()), &plane);
        assert!(out.exists(), "{name}");
    }
    for (out, words) in [
        (notes.display().to_string(), "a file that is not a picture exists at this path"),
        (folder.path().display().to_string(), "it is a folder"),
        ("- --json".into(), "the picture is written to stdout"),
    ] {
        fails(2, &format!("render {{}} --out {out}"), &plane, words);
    }
    assert_eq!(fs::read_to_string(&notes).expect("a file"), "important");
    let nowhere = folder.path().join("no/p.png");
    fails(2, &format!("render {{}} --out {}", nowhere.display()), &plane, "there is no folder");
}

/// A damaged table gives no picture, and leaves the older one as it is.
#[test]
fn a_damaged_table_is_not_drawn() {
    let (folder, path) = table("wythoff --box 30");
    let png = folder.path().join("p.png");
    let line = format!("render {{}} --out {}", png.display());
    done(&line, &path);
    let before = fs::read(&png).expect("a picture");
    fs::write(array_of(&path).join("c/0/0"), "nonsense").expect("written");
    fails(4, &line, &path, "damaged chunk");
    assert_eq!(fs::read(&png).expect("a picture"), before);
}
