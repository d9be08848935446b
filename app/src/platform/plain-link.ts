type Place = { pathname: string; search: string; hash: string }

/** Marks that messengers and mail programs take for a part of a link that they end. */
const TRAILING = /[\s.,;:!?'"`()<>[\]{}*|\\^~…·。，、；：！？“”‘’「」『』（）【】《》〈〉]+$/

/** How often an address may have been encoded. */
const MAX_ENCODINGS = 3

/** The lengths of a short id and of a share token, which programs may precede with the code of their equals sign. */
const CODED_VALUE = /^3D(\d+|.{8}|.{22})$/i

/**
 * The page of the app that a link means, as a path with its query; empty for the app itself. It undoes what messengers,
 * mail and QR programs do to links: marks behind it, several encodings, an encoded or missing hash sign, lost and added
 * slashes, parameters of their own, HTML entities, and the soft breaks of quoted-printable.
 */
export function plainLink({ pathname, search, hash }: Place): string {
  const whole = withoutMarks(decodedPath(hash.length > 1 ? hash : pathname + search))
  const [inner = ''] = whole.replace(/^[/#]+/, '').split('#', 1)
  const [path = '', ...pairs] = inner.split(/&amp;|[?&]/)
  const plainPath = withoutMarks(path)
    .split('/')
    .filter((part) => part !== '')
    .join('/')
  const query = pairs.filter((pair) => pair !== '').map(plainPair)
  if (plainPath === '') return ''
  // The router decodes a path, and fails at a broken encoding.
  return `/${encodeURI(plainPath)}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** The part before the query is decoded until it names a path. It may contain the query then. */
function decodedPath(text: string): string {
  let [path = '', ...queries] = text.split('?')
  for (let times = 0; times < MAX_ENCODINGS && path.includes('%'); times++) path = decoded(path)
  return [path, ...queries].join('?')
}

function plainPair(pair: string): string {
  const [name = '', ...values] = pair.split('=')
  if (values.length === 0) return name
  // A soft break is an equals sign before the end of a line. No value of ours has one.
  let value = values.join('=').replace(/=?(?:%0D)?%0A|=/gi, '')
  for (let times = 0; times < MAX_ENCODINGS && /%25[\dA-F]{2}/i.test(value); times++) value = decoded(value)
  return `${name}=${value.replace(CODED_VALUE, '$1')}`
}

/** The text without marks at its end, plain or encoded. */
function withoutMarks(text: string): string {
  const [codes] = /(?:%[\dA-F]{2})+$/i.exec(text) ?? []
  if (codes) {
    const end = decoded(codes)
    const kept = end.replace(TRAILING, '')
    return end === kept ? text : withoutMarks(text.slice(0, -codes.length) + encodeURIComponent(kept))
  }
  const kept = text.replace(TRAILING, '')
  return kept === text ? text : withoutMarks(kept)
}

/** A broken encoding stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
