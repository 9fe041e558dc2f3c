//! Bars, as a picture that a browser shows.

use std::fmt::Write as _;

use crate::Result;

const WIDTH: f64 = 720.0;
/// Where the bars begin, and how far they go at most.
const NAMES: f64 = 190.0;
const LONGEST: f64 = 420.0;
const LINE: f64 = 26.0;
const TOP: f64 = 44.0;

/// One bar.
struct Bar {
    name: String,
    value: f64,
}

/// Draws the CPU time of each server in a table of the harness, of the first case there is; each step to the right is ten
/// times as much.
///
/// # Errors
/// When the table has no figures.
pub(crate) fn cpu_time(title: &str, table: &str) -> Result<String> {
    let bars = bars(table)?;
    let least = bars
        .iter()
        .map(|bar| bar.value)
        .fold(f64::INFINITY, f64::min);
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    // the shortest bar is seen as well
    let decades = (most / least).log10() + 0.2;
    let height = LINE.mul_add(bars.len() as f64, TOP + 10.0);
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\" role=\"img\" aria-label=\"{title}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"10\" y=\"24\" font-size=\"15\">{title}, CPU µs per call (logarithmic)</text>\n"
    );
    for (line, bar) in bars.iter().enumerate() {
        let y = LINE.mul_add(line as f64, TOP);
        let length = ((bar.value / least).log10() + 0.2) / decades * LONGEST;
        let color = if bar.name.starts_with("ferramenta") {
            "#b5532a"
        } else {
            "#8a8f98"
        };
        let (name, value) = (escaped(&bar.name), bar.value);
        let text = y + 14.0;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{text:.0}\" text-anchor=\"end\">{name}</text>\
             <rect x=\"{NAMES}\" y=\"{y:.0}\" width=\"{length:.1}\" height=\"18\" fill=\"{color}\"/>\
             <text x=\"{:.1}\" y=\"{text:.0}\">{value}</text>",
            NAMES - 8.0,
            NAMES + length + 6.0,
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The rows of the first case.
fn bars(table: &str) -> Result<Vec<Bar>> {
    let mut bars = Vec::new();
    let mut first = None;
    for row in table.lines().skip(2) {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let (Some(case), Some(name), Some(value)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if *first.get_or_insert(case) == case {
            bars.push(Bar {
                name: name.to_owned(),
                value: value.replace(',', "").parse()?,
            });
        }
    }
    if bars.is_empty() {
        return Err("a table without figures can't be drawn".into());
    }
    Ok(bars)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_has_a_bar_of_its_length() {
        let table = "| case | server | CPU µs/call |\n| --- | --- | ---: |\n| echo | limit | 10.0 |\n\
                     | echo | other | 1,000.0 |\n| summarize | limit | 7.0 |\n";
        let svg = cpu_time("Calls", table).expect("figures");
        assert_eq!(svg.matches("<rect x=").count(), 2);
        assert!(svg.contains("width=\"420.0\"") && svg.contains(">1000</text>"));
        assert!(cpu_time("Nothing", "").is_err());
    }
}
