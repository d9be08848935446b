import { Resvg } from '@resvg/resvg-js'
import { answerCalls } from '../process/answer-calls.ts'
import { FONT_FAMILY, FONT_FILES } from './font.ts'

/** The drawing thread: its input is an SVG, its output the bytes of a PNG. */
const font = { loadSystemFonts: false, fontFiles: [...FONT_FILES], defaultFontFamily: FONT_FAMILY }

answerCalls((svg) => new Resvg(svg as string, { font }).render().asPng())
