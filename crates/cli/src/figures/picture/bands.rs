//! Bands of rows, of which each of the ranks that share a table draws some.

use super::source::Source;
use grundytab::domain::Rectangle;
use grundytab::table::{TableError, TableReader};

/// A rectangle of cells, cut into bands that are dealt to the ranks in turn; in one, if there is one rank.
pub(super) struct Bands<'a> {
    /// The table, if several ranks share it.
    shared: Option<&'a TableReader>,
    cells: &'a Rectangle,
    /// Rows of cells that become a row of pixels, and those of a band.
    block: u32,
    rows: u32,
}

impl<'a> Bands<'a> {
    /// Cuts a rectangle whose blocks of this side become pixels.
    pub(super) fn of(source: &Source<'a>, cells: &'a Rectangle, block: u32) -> Self {
        match *source {
            Source::Table(table) if table.network().size() > 1 => {
                // So high that few tiles lie in two of them.
                let rows = table.plan().tiling().edges().largest().next_multiple_of(block);
                Bands { shared: Some(table), cells, block, rows }
            }
            Source::Table(_) | Source::Function(_) => {
                Bands { shared: None, cells, block, rows: u32::MAX }
            }
        }
    }

    /// Returns the number of this rank, and how many there are.
    fn rank(&self) -> (usize, usize) {
        self.shared.map_or((0, 1), |table| (table.network().rank(), table.network().size()))
    }

    /// Lists all bands, upwards, each with the rank that has it.
    fn all(&self) -> impl Iterator<Item = (usize, Rectangle)> {
        let Rectangle { columns, rows } = self.cells;
        let starts = rows.clone().step_by(self.rows as usize).enumerate();
        starts.map(|(number, start)| {
            let rows = start..start.saturating_add(self.rows).min(rows.end);
            let band = Rectangle { columns: columns.clone(), rows };
            (number % self.rank().1, band)
        })
    }

    /// Lists the bands of this rank.
    pub(super) fn own(&self) -> impl Iterator<Item = Rectangle> {
        let (rank, _) = self.rank();
        self.all().filter(move |&(owner, _)| owner == rank).map(|(_, band)| band)
    }

    /// Finds the pixels of all bands, row after row: this rank `finds` those of its own, and learns the others. All ranks
    /// call it.
    ///
    /// # Errors
    /// When a rank fails.
    pub(super) fn pixels<P: bytemuck::Pod>(
        &self,
        mut finds: impl FnMut(Rectangle) -> Result<Vec<P>, TableError>,
    ) -> Result<Vec<P>, TableError> {
        let Some(table) = self.shared else { return finds(self.cells.clone()) };
        let (mine, outcome) = match self.own().map(finds).collect::<Result<Vec<_>, _>>() {
            Ok(bands) => (bands.concat(), Ok(())),
            Err(error) => (Vec::new(), Err(error)),
        };
        table.of_all_ranks(outcome)?;
        let of_ranks = table.network().gather_all(bytemuck::cast_slice(&mine));
        let mut rest: Vec<&[u8]> = of_ranks.iter().map(Vec::as_slice).collect();
        let mut pixels = Vec::new();
        for (owner, band) in self.all() {
            let [width, height] = band.sides().map(|side| side.div_ceil(self.block) as usize);
            let bytes = rest[owner].split_off(..width * height * size_of::<P>());
            pixels.extend(bytemuck::pod_collect_to_vec::<u8, P>(bytes.unwrap_or_default()));
        }
        Ok(pixels)
    }
}
