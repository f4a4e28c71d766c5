//! A table of tables for people: no wider than it must be.

use grundytab::wording::{counted, joined};

use super::{Cell, Sweep};
use crate::commands::output::in_columns;

impl Sweep {
    /// Writes it as aligned columns. What is the same of all tables stands above them, and what no table has is left out.
    pub fn text(&self, limit: Option<u32>) -> String {
        let most = limit.map_or(self.rows.len(), |limit| self.rows.len().min(limit as usize));
        let mut common = Vec::new();
        let mut columns: Vec<(&str, Vec<&Cell>)> = Vec::new();
        for (place, name) in self.columns.iter().enumerate() {
            let cells: Vec<&Cell> = self.rows.iter().map(|row| &row[place]).collect();
            let is_empty = cells.iter().all(|cell| **cell == Cell::Empty);
            let is_common =
                place > 0 && cells.len() > 1 && cells.windows(2).all(|two| two[0] == two[1]);
            if is_common && !is_empty {
                common.push(format!("{name} {}", cells[0].for_people()));
            } else if !is_empty && !is_common {
                columns.push((name, cells));
            }
        }
        let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        let of_row =
            |row: usize| columns.iter().map(|(_, cells)| cells[row].for_people()).collect();
        let rows: Vec<Vec<String>> = [head].into_iter().chain((0..most).map(of_row)).collect();
        let is_of_numbers = |column: usize| {
            columns[column].1.iter().all(|cell| **cell == Cell::Empty || cell.is_number())
        };
        let mut text = String::new();
        if !common.is_empty() {
            let tables = counted(self.tables, "table");
            text = format!("{tables}, all with {}\n", joined(common, ", "));
        }
        text += &in_columns(&rows, is_of_numbers);
        if most < self.rows.len() {
            text += &format!("\nand {} more", counted(self.rows.len() - most, "row"));
        }
        text
    }
}
