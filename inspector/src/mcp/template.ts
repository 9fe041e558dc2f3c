/** URI templates (RFC 6570), as far as forms need them: which variables there are, and the URI they make. */

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;

const LEADS: Record<string, string> = { '#': '#', '.': '.', '/': '/', ';': ';', '?': '?', '&': '&' };
const NAMED = new Set([';', '?', '&']);
const SEPARATORS: Record<string, string> = { '.': '.', '/': '/', ';': ';', '?': '&', '&': '&' };

/** The names of the variables, each once, in the order in which they stand. */
export function variables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list]) => namesOf(list ?? ''));
  return [...new Set(names)];
}

function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.replace(/\*$|:\d+$/, ''));
}

/** The URI that the values make; variables without a value are left out. */
export function expand(template: string, values: Record<string, string>): string {
  return template.replace(EXPRESSION, (_whole, operator: string, list: string) => {
    const parts = list.split(',').flatMap((spec) => part(operator, spec, values));
    if (parts.length === 0) return '';
    return (LEADS[operator] ?? '') + parts.join(SEPARATORS[operator] ?? ',');
  });
}

function part(operator: string, spec: string, values: Record<string, string>): string[] {
  const [, name = '', limit] = /^([^:*]*)(?::(\d+)|\*)?$/.exec(spec) ?? [];
  const value = values[name];
  if (value === undefined || value === '') return [];
  const cut = limit === undefined ? value : [...value].slice(0, Number(limit)).join('');
  const reserved = operator === '+' || operator === '#';
  const encoded = reserved ? encodeURI(cut) : encodeURIComponent(cut);
  return [NAMED.has(operator) ? `${name}=${encoded}` : encoded];
}
