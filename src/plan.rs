//! Plans: a job with its tiles, its value type and what it needs, before anything runs.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::domain::tiling::{Run, TileIndex, Tiling};
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::Ruleset;
use crate::values::{ValueType, Values};

/// A job cut into tiles, ready to run on any engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    job: Job,
    /// The edge of the tiles, if one was requested.
    asked_tile: Option<u32>,
    tiling: Tiling,
    value_type: ValueType,
    bound: Bound,
}

impl Plan {
    /// Plans a job, with tiles of edge `tile` or of an edge chosen for the domain.
    ///
    /// # Errors
    /// When the tiles are too many or the values do not fit in 32 bits.
    ///
    /// ```
    /// use grundytab::{Convention, Domain, Job, Plan, Quantity, Ruleset};
    /// let game = Ruleset::parse("wythoff")?;
    /// let domain = Domain::boxed(&[500, 300])?;
    /// let plan = Plan::new(Job::new(game, domain, Quantity::Grundy, Convention::Normal)?, None)?;
    /// assert_eq!(plan.value_type().to_string(), "u16");
    /// assert_eq!(plan.bound().largest_value, 798);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn new(job: Job, tile: Option<u32>) -> Result<Self, InvalidInput> {
        Ok(Plan {
            tiling: Tiling::new(job.domain(), tile)?,
            value_type: job.value_type()?,
            bound: job.bound(),
            asked_tile: tile,
            job,
        })
    }

    /// Plans what three texts describe: a game in the notation of [`Ruleset`], a domain as
    /// [`Domain::parse`] reads it, and a quantity, which the word `misere` may follow. The edge of
    /// the tiles is chosen for the domain.
    ///
    /// # Errors
    /// When a text cannot be read, and as for [`Job::new`] and [`Plan::new`].
    ///
    /// ```
    /// use grundytab::Plan;
    /// let plan = Plan::parse("wythoff", "500x300", "grundy")?;
    /// assert_eq!(plan.job().domain().positions(), 150_000);
    /// let plan = Plan::parse("triangle", "tokens 40", "outcome misere")?.with_tile(16)?;
    /// assert_eq!(plan.tiling().chunk_shape(), [16, 16, 16]);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn parse(game: &str, domain: &str, quantity: &str) -> Result<Self, InvalidInput> {
        let ruleset = Ruleset::parse(game)?;
        let domain = Domain::parse(domain, ruleset.heaps())?;
        let (quantity, convention) = match quantity.split_once(' ') {
            Some((quantity, convention)) => (quantity, convention.parse()?),
            None => (quantity, Convention::Normal),
        };
        Plan::new(Job::new(ruleset, domain, quantity.parse()?, convention)?, None)
    }

    /// Returns the plan of the same job with tiles of edge `edge`.
    ///
    /// # Errors
    /// When the tiles are too many or too large.
    pub fn with_tile(self, edge: u32) -> Result<Self, InvalidInput> {
        Plan::new(self.job, Some(edge))
    }

    /// Returns the plan of the same job on a domain that has `share` of `parts` of every side, which is at least 1, with
    /// tiles of the same edge if one was requested.
    ///
    /// # Errors
    /// When tiles of this edge are too many or too large.
    pub fn scaled(&self, share: u32, parts: u32) -> Result<Self, InvalidInput> {
        let (job, domain) = (&self.job, self.job.domain());
        let scaled = |side: u32| (u64::from(side) * u64::from(share) / u64::from(parts)) as u32;
        let domain = if domain.is_box() {
            let sides: Vec<u32> = domain.shape().iter().map(|&side| scaled(side).max(1)).collect();
            Domain::boxed(&sides)
        } else {
            Domain::simplex(domain.heaps(), scaled(domain.largest_token_sum()))
        }?;
        let job = Job::new(job.ruleset().clone(), domain, job.quantity(), job.convention())?;
        Plan::new(job, self.asked_tile)
    }

    /// Returns the plan as if its tiles had been asked for.
    pub fn keeping_tiles(self) -> Self {
        let edge = Some(self.tiling.edges().largest());
        Plan { asked_tile: edge, ..self }
    }

    /// What is tabulated.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The edge of the tiles that was requested; `None` where it was chosen for the domain.
    pub(crate) fn asked_tile(&self) -> Option<u32> {
        self.asked_tile
    }

    /// How the domain is cut.
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The type of the stored values.
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// The bound that decided the type.
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Number of distinct Grundy values that can occur.
    pub(crate) fn grundy_values(&self) -> usize {
        self.bound.largest_value as usize + 1
    }

    /// Number of values that are tracked by a method that finds the least value that no option has: for outcomes the
    /// value 0 alone.
    pub(crate) fn tracked_values(&self) -> usize {
        match self.job.quantity() {
            Quantity::Outcome => 1,
            _ => self.grundy_values(),
        }
    }

    /// Bytes of one tile.
    pub fn tile_bytes(&self) -> u64 {
        self.tiling.tile_cells().saturating_mul(self.value_type.bytes() as u64)
    }

    /// Bytes of all tiles, which is what the table takes on disk before compression.
    pub fn table_bytes(&self) -> u64 {
        self.tiling.count().saturating_mul(self.tile_bytes())
    }

    /// A tile's worth of values, all as outside the domain.
    pub fn blank_tile(&self) -> Values {
        Values::filled(self.value_type, self.tiling.tile_cells() as usize)
    }

    /// Returns the values of a tile, which are given run by run.
    pub(crate) fn tile_of_runs<V: Iterator<Item = u32>>(
        &self,
        tile: TileIndex,
        values_of: impl Fn(Run) -> V,
    ) -> Values {
        let mut values = self.blank_tile();
        let mut row = Vec::new();
        for run in self.tiling.region(tile).runs() {
            let offset = run.offset;
            row.clear();
            row.extend(values_of(run));
            values.write(offset, &row);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a share of a domain that is not the share asked for, or an empty one.
    #[test]
    fn shares_of_a_domain_keep_its_form_and_its_tiles() {
        for (domain, share, parts, expected) in [
            ("10x7", 1, 2, "5x3"),
            ("10x7", 3, 4, "7x5"),
            ("10x7", 1, 20, "1x1"),
            ("tokens 10", 3, 4, "tokens 7"),
        ] {
            let plan = Plan::parse("nim:2", domain, "grundy").expect("a plan");
            let expected = Plan::parse("nim:2", expected, "grundy").expect("a plan");
            let scaled = plan.scaled(share, parts).expect("a smaller plan");
            assert_eq!(
                scaled.job().domain(),
                expected.job().domain(),
                "{share} / {parts} of {domain}"
            );
            assert_eq!((plan.asked_tile(), scaled.asked_tile()), (None, None));
            let tiled = Plan::new(plan.job().clone(), Some(4)).expect("a plan");
            let scaled = tiled.scaled(share, parts).expect("a smaller plan");
            assert_eq!(scaled.asked_tile(), Some(4));
        }
    }

    /// Catches bytes of a table that are not those of all its tiles: 3 by 2 tiles of 4 by 4 bytes.
    #[test]
    fn a_table_takes_the_bytes_of_its_tiles() {
        let plan = Plan::parse("nim:2", "10x7", "grundy").expect("a plan");
        let plan = Plan::new(plan.job().clone(), Some(4)).expect("a plan");
        assert_eq!((plan.tile_bytes(), plan.table_bytes()), (16, 96));
    }
    use crate::invalid_input::InvalidInputKind;

    /// Catches a text that is read as another job than the one it describes.
    #[test]
    fn plans_are_read_from_texts() {
        for (game, domain, quantity, printed) in [
            ("wythoff", "20x30", "grundy", "wythoff box 20x30 grundy normal"),
            ("wythoff", "box 20x30", "grundy normal", "wythoff box 20x30 grundy normal"),
            ("nim:3", "8", "outcome misere", "nim:3 box 8x8x8 outcome misere"),
            ("triangle", "tokens 0", "outcome", "triangle tokens 0 outcome normal"),
            ("partizan:1:2", "9", "outcome-class", "partizan:1:2 box 9 outcome-class normal"),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect(printed);
            let job = plan.job();
            let found = [
                job.ruleset().to_string(),
                job.domain().to_string(),
                job.quantity().to_string(),
                job.convention().to_string(),
            ];
            assert_eq!(found.join(" "), printed);
        }
    }

    #[test]
    fn texts_that_describe_no_plan_are_refused() {
        use InvalidInputKind::*;
        for (game, domain, quantity, kind) in [
            ("chess", "8", "grundy", UnknownGame),
            ("wythoff", "8x8x8", "grundy", WrongHeapCount),
            ("wythoff", "8x", "grundy", NotANumber),
            ("wythoff", "box", "grundy", NotANumber),
            ("wythoff", "tokens", "grundy", NotANumber),
            ("wythoff", "tokens 5x5", "grundy", NotANumber),
            ("wythoff", "tokens -1", "grundy", OutOfRange),
            ("wythoff", "0x8", "grundy", OutOfRange),
            ("wythoff", "8", "nimbers", UnknownName),
            ("wythoff", "8", "grundy mis\u{e8}re", UnknownName),
            ("wythoff", "8", "", UnknownName),
            ("triangle", "8", "grundy", NeedsSimplex),
            ("fibonacci", "tokens 8", "grundy", NeedsBox),
            ("wythoff+block=1", "8", "outcome misere", MisereWithBlocking),
            ("wythoff", "8", "palaces misere", MisereOfPalaces),
            ("wythoff", "8", "remoteness misere", MisereOfPalaces),
        ] {
            let error = Plan::parse(game, domain, quantity).expect_err(game);
            assert_eq!(error.kind, kind, "{error}");
        }
        let plan = Plan::parse("wythoff", "9000", "grundy").expect("a plan");
        assert_eq!(plan.clone().with_tile(0).map_err(|error| error.kind), Err(OutOfRange));
        assert_eq!(plan.with_tile(1).map_err(|error| error.kind), Err(TooLarge));
    }
}
