/** Reads a query for Taro's router, in place of `query-string`: values stay as they are written, but for a plus. */
function parse(search: string): Record<string, string | null> {
  const pairs = search.split('&').flatMap((pair): [string, string | null][] => {
    const [name = '', ...value] = pair.replace(/\+/g, ' ').split('=')
    return name === '' ? [] : [[name, value.length > 0 ? value.join('=') : null]]
  })
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))
}

export default { parse }
