/** How a table of separated values is read, by its first bytes and its name: what parts the cells is what its first line has most of. */
export function csvForm(head: string, name: string) {
  const [first = ""] = head.replace(/^\uFEFF/, "").split(/\r?\n/, 1);
  const count = (sign: string) => first.split(sign).length;
  const signs = /\.tsv$/i.test(name) ? ["\t", ",", ";"] : [",", ";", "\t"];
  const delimiter = signs.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  return { bom: true, delimiter, skip_empty_lines: true, relax_column_count_less: true };
}
