//! What several ranks find out about a table together, against what one process finds out.

use std::fmt::Debug;

use crate::analyses::expression::{Condition, Filter, NumberExpression, group_by};
use crate::analyses::theorem::{Claim, Scope, check, count};
use crate::tests::common::chunks::{array_of, metadata};
use crate::tests::common::{plan, stored, threads};
use crate::tests::passes::{beams, summarize, survey};
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, OtherTables, TableError, TableReader};
use grundytab::{Control, Job};

/// Finds something out about a table alone, and by several ranks.
fn compare<T: PartialEq + Debug + Send>(
    table: &TableReader,
    find: impl Fn(&TableReader) -> Result<T, TableError> + Sync,
) {
    let alone = find(table).expect("found");
    for ranks in [2, 3, 7] {
        let of_ranks = threads::run(ranks, |network| {
            find(&TableReader::open(table.path())?.shared_by(network))
        });
        for of_rank in of_ranks {
            assert_eq!(of_rank.expect("found"), alone, "{ranks} ranks on {table:?}");
        }
    }
}

/// Catches tiles that no rank looks at, or two do; sums, extremes and first positions that are those of one rank; and
/// ranks that wait for one another for ever.
#[test]
fn ranks_find_what_one_process_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (game, domain, quantity)) in [
        ("wythoff", "60x50", "grundy"),
        ("triangle", "tokens 30", "grundy"),
        ("nim:2+points=1/2", "40x40", "score"),
        ("wythoff", "70x70", "outcome"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{number}.zarr"));
        let table = stored(&path, &plan(game, domain, quantity, Some(8)), Codec::Zstd, &CpuEngine);
        let (none, control) = (OtherTables::default(), Control::default());
        let job: &Job = table.plan().job();
        let condition = |text| Condition::parse(text, job, &none).expect(text);
        let number = |text| NumberExpression::parse(text, job, &none).expect(text);
        let all = Filter::default();
        let some = Filter::of(condition("x <= y and (x + 2*y) % 3 != 1"));
        for filter in [&all, &some] {
            compare(&table, |table| survey(table, &none, filter, &control));
            let numbers = [number("g"), number("x*y - 7*g"), number("y / (x % 5)")];
            compare(&table, |table| summarize(table, &none, &numbers, filter, &control));
            let by = number("abs(x - y) % 11");
            compare(&table, |table| group_by(table, &none, &by, &numbers, filter, &control));
        }
        compare(&table, |table| beams(table, &none, &all, &[], &control));
        let claim = |text| Claim::parse(text, job, &none).expect(text).into_statement();
        let claims = || ["g <= x + y", "x*y != 35", "y / x > 0"].map(claim);
        compare(&table, |table| count(table, &none, &claims(), 5, &control));
        let first = |table: &TableReader| {
            let found = check(table, &none, &claims(), Scope::Everywhere, &control)?;
            // How many positions were looked at depends on the order in which they were.
            Ok(found.iter().map(|of| of.counterexample().cloned()).collect::<Vec<_>>())
        };
        compare(&table, first);
    }
}

/// Catches ranks that read different parts of an unfinished table, since its run goes on while they open it.
#[test]
fn ranks_read_the_same_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan("wythoff", "40x40", "grundy", Some(8));
    let path = folder.path().join("table.zarr");
    stored(&path, &plan, Codec::Zstd, &CpuEngine);
    let array = array_of(&path);
    let mut document = metadata(&array);
    document["attributes"]["grundytab"]["complete"] = false.into();
    std::fs::write(array.join("zarr.json"), document.to_string()).expect("written");
    let file = array.join(
        TableReader::open(&path).expect("a table").chunk_files().expect("files")[7]
            .0
            .trim_start_matches("grundy/"),
    );
    let chunk = std::fs::read(&file).expect("a chunk");
    let (none, all, control) = (OtherTables::default(), Filter::default(), Control::default());
    for ranks in [2, 3] {
        std::fs::write(&file, &chunk).expect("written");
        let open = || TableReader::open(&path)?.as_far_as_stored();
        let of_ranks = threads::run(ranks, |network| {
            let early = open()?;
            // All wait for all.
            network.sum(0);
            if network.rank() == 0 {
                std::fs::remove_file(&file).expect("removed");
            }
            network.sum(0);
            let table = if network.rank() == 0 { open()? } else { early };
            let table = table.shared_by(network);
            Ok::<_, TableError>((table.positions_there(), survey(&table, &none, &all, &control)?))
        });
        for of_rank in of_ranks {
            let (there, found) = of_rank.expect("found");
            assert_eq!(there, 1600 - 64);
            assert_eq!(found.values.iter().map(|value| value.positions).sum::<u64>(), there);
        }
    }
}

/// Catches bands of a picture that are left out, drawn twice or in another place.
#[test]
fn ranks_draw_what_one_process_draws() {
    use crate::figures::picture::Picture;
    use grundytab::domain::Plane;

    let folder = tempfile::tempdir().expect("a folder");
    for (number, (game, domain, plane, palette)) in [
        ("wythoff", "60x50", "", "p-positions"),
        ("wythoff", "60x50", "", "greys"),
        ("triangle", "tokens 40", "sum=33", "p-positions"),
        ("triangle", "tokens 40", "z=3", "greys"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{number}.zarr"));
        let table = stored(&path, &plan(game, domain, "grundy", Some(8)), Codec::Zstd, &CpuEngine);
        for scale in ["1/3", "1", "2"] {
            let draw = |table: &TableReader| {
                let domain = table.plan().job().domain();
                let plane = match plane {
                    "" => Plane::whole(domain),
                    plane => Plane::parse(plane, domain),
                };
                let picture = Picture::of_plane(table, plane.expect("a plane"))
                    .palette(palette.parse().expect("a palette"))
                    .expect("it suits")
                    .with(|it| it.scale = Some(scale.parse().expect("a scale")));
                let image = picture.draw(&Control::default()).expect("a picture");
                let rows = 0..image.height();
                let pixel = |row| (0..image.width()).map(move |column| (column, row));
                Ok(rows.flat_map(pixel).map(|(x, y)| image.pixel(x, y)).collect::<Vec<_>>())
            };
            compare(&table, draw);
        }
    }
}
