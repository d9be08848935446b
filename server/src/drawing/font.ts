import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The weights of the product's own font. */
export type Weight = 'regular' | 'bold'

/** The widths and the supported characters of a font. They come from the same file that draws the text. */
export type Font = {
  has(character: string): boolean
  /** The width in pixels at that size. A character that the font lacks has no width. */
  widthOf(text: string, size: number): number
}

/**
 * The bundled font: Noto Sans SC. It has the characters of GB 2312, of the General Standard, and the common traditional
 * ones.
 * Source: decision record 019
 */
export const FONT_FAMILY = 'Noto Sans CJK SC'

const FILES: Record<Weight, string> = {
  regular: fileURLToPath(new URL('../../fonts/NotoSansSC-Regular.otf', import.meta.url)),
  bold: fileURLToPath(new URL('../../fonts/NotoSansSC-Bold.otf', import.meta.url)),
}
/** The files of the font, for drawing with it. */
export const FONT_FILES: readonly string[] = Object.values(FILES)

const read: Partial<Record<Weight, Font>> = {}

/** The font in one weight. Its file is read at the first call. */
export function fontOf(weight: Weight): Font {
  read[weight] ??= readFont(readFileSync(FILES[weight]))
  return read[weight]
}

/** Source: OpenType 1.9, tables head, hhea, hmtx and cmap */
function readFont(file: Buffer): Font {
  const table = tablesOf(file)
  const unitsPerEm = table('head').readUInt16BE(18)
  const advances = table('hmtx')
  // Glyphs after the last measured one have its width.
  const measured = table('hhea').readUInt16BE(34)
  const glyphs = glyphsOf(table('cmap'))
  const advanceOf = (glyph: number) => advances.readUInt16BE(Math.min(glyph, measured - 1) * 4)
  return {
    has: (character) => glyphs.has(character.codePointAt(0) ?? 0),
    widthOf(text, size) {
      let units = 0
      for (const character of text) {
        const glyph = glyphs.get(character.codePointAt(0) ?? 0)
        if (glyph !== undefined) units += advanceOf(glyph)
      }
      return (units * size) / unitsPerEm
    },
  }
}

function tablesOf(file: Buffer): (tag: string) => Buffer {
  const tables = new Map<string, Buffer>()
  for (let at = 12, left = file.readUInt16BE(4); left > 0; left--, at += 16) {
    const from = file.readUInt32BE(at + 8)
    tables.set(file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12)))
  }
  return (tag) => {
    const table = tables.get(tag)
    if (!table) throw new Error(`the font has no table ${tag}`)
    return table
  }
}

/** The glyph of each code point, from the subtable that contains them all: format 12, runs of characters. */
function glyphsOf(cmap: Buffer): Map<number, number> {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const runs = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    if (runs.readUInt16BE(0) !== 12) continue
    const glyphs = new Map<number, number>()
    for (let run = 0; run < runs.readUInt32BE(12); run++) {
      const [first, last, glyph] = [0, 4, 8].map((offset) => runs.readUInt32BE(16 + run * 12 + offset)) as [
        number,
        number,
        number,
      ]
      for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
    }
    return glyphs
  }
  throw new Error('the font has no table of all its characters')
}
