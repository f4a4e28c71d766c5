//! A table of tables for people: no wider than it must be.

use grundytab::wording::{counted, joined};

use super::{Cell, Sweep};

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
        let mut lines: Vec<String> = vec![String::new(); most + 1];
        for (name, cells) in columns {
            let texts: Vec<String> = cells[..most].iter().map(|cell| cell.for_people()).collect();
            let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            let width = widest.max(name.chars().count());
            let is_of_numbers = cells.iter().all(|cell| **cell == Cell::Empty || cell.is_number());
            for (line, text) in
                lines.iter_mut().zip(std::iter::once(name).chain(texts.iter().map(String::as_str)))
            {
                let between = if line.is_empty() { "" } else { "  " };
                *line += &match is_of_numbers {
                    true => format!("{between}{text:>width$}"),
                    false => format!("{between}{text:width$}"),
                };
            }
        }
        let mut text = String::new();
        if !common.is_empty() {
            let tables = counted(self.tables, "table");
            text = format!("{tables}, all with {}\n", joined(common, ", "));
        }
        text += &joined(lines.iter().map(|line| line.trim_end()), "\n");
        if most < self.rows.len() {
            text += &format!("\nand {} more", counted(self.rows.len() - most, "row"));
        }
        text
    }
}
