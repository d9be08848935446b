import { Resvg } from '@resvg/resvg-js'
import { answerCalls } from '../process/answer-calls.ts'
import { FONT_FAMILY, FONT_FILES } from './font.ts'

/** The thread that draws: an SVG comes in, the bytes of a PNG go out. */
const font = { loadSystemFonts: false, fontFiles: [...FONT_FILES], defaultFontFamily: FONT_FAMILY }

answerCalls((svg) => new Resvg(svg as string, { font }).render().asPng())
