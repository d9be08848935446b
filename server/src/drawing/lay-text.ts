import { fontOf, type Weight } from './font.ts'

/** The setting of a text: its size in pixels, its weight, and the greatest width of a line. */
export type Setting = { size: number; weight: Weight; width: number }

const ELLIPSIS = '…'
/** Characters that may not begin a line. They stay with the character before. Source: GB/T 15834, 5.1 */
const NOT_FIRST = /^[，。、；：？！）》〉」』】〕”’…·,.;:?!)\]}%]/u
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/**
 * The drawable part of a text, in one line. Emoji, other scripts and marks that change the direction are left out.
 * Several blanks become one space. Empty when nothing remains.
 */
export function drawable(text: string, weight: Weight): string {
  const font = fontOf(weight)
  const blank = text.normalize('NFC').replace(/\s+/gu, ' ')
  const kept = [...graphemes.segment(blank)].filter(({ segment }) => [...segment].every((one) => font.has(one)))
  return kept
    .map(({ segment }) => segment)
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** A text in one line of that width, with an ellipsis where it is cut. */
export function inOneLine(text: string, setting: Setting): string {
  return inLines(text, { ...setting, lines: 1 })[0] ?? ''
}

/**
 * A text in at most so many lines of that width, the last one with an ellipsis when more follow. Latin words stay
 * whole.
 */
export function inLines(text: string, { lines: most, ...setting }: Setting & { lines: number }): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(drawable(text, setting.weight), setting)) {
    if (line === '' || fits(line + piece, setting)) {
      line += line === '' ? piece.trimStart() : piece
      continue
    }
    if (lines.length === most - 1) return [...lines, shortened(line + piece, setting)]
    lines.push(line.trimEnd())
    line = piece.trimStart()
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

const fits = (line: string, { size, weight, width }: Setting) => fontOf(weight).widthOf(line.trimEnd(), size) <= width

/**
 * The pieces between which a line may break: Latin words, and single characters of other scripts. Each has the
 * punctuation that follows it.
 */
function piecesOf(text: string, setting: Setting): string[] {
  const pieces: string[] = []
  for (const [piece] of text.matchAll(/[\p{Script=Latin}\p{N}@._+/-]+|./gu)) {
    const last = pieces[pieces.length - 1]
    if (last !== undefined && NOT_FIRST.test(piece) && fits(last + piece, setting)) {
      pieces[pieces.length - 1] = last + piece
      // A word wider than a line may break anywhere.
    } else pieces.push(...(fits(piece, setting) ? [piece] : piece))
  }
  return pieces
}

function shortened(line: string, setting: Setting): string {
  const characters = [...line.trimEnd()]
  while (characters.length > 0 && !fits(characters.join('') + ELLIPSIS, setting)) characters.pop()
  return characters.join('').trimEnd() + ELLIPSIS
}
