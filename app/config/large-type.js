// JavaScript, because Taro leaves loading plugins of PostCSS to Node.js, and Node.js 20 strips no types.
/**
 * PostCSS plugin for both platforms, after lengths have become rem. Text grows with the size that the user chose. The
 * space around it grows only to a limit, so that lines keep their width. Source: the design's rules for large type
 */
const MOST_GROWTH = 1.3
/** Taro's root size: a design pixel is a twentieth of a rem. */
const PX_IN_REM = 20
/** Units that do not depend on the text size: the mini-program's own unit is half a design pixel. */
const FIXED_UNITS = { h5: ['px', 1], weapp: ['rpx', 2] }

const ROOM = /^(padding|margin)(-|$)|^((row|column)-)?gap$|^--(s|btn)-\w+$|^--(tap|bar-nav)$|^min-height$/
/** Squares from this size on are press targets and pictures, which need no growth at any text size. */
const LEAST_SQUARE_REM = 44 / PX_IN_REM
const LENGTH = /(?<![\w.])(-?)(\d*\.?\d+)rem\b/g
/** The query of `short-lines` in mixins.scss. Its em follows the text size only in browsers. */
const SHORT_LINES = '(max-width: 21em)'

module.exports = ({ platform }) => {
  const [unit, perPx] = FIXED_UNITS[platform]
  const capped = (length, sign, rem) => {
    if (Number(rem) === 0) return length
    const most = Math.round(rem * PX_IN_REM * MOST_GROWTH * 100 * perPx) / 100
    return sign ? `max(-${rem}rem, -${most}${unit})` : `min(${rem}rem, ${most}${unit})`
  }

  return {
    postcssPlugin: 'large-type',
    // At the very end: the plugin that converts px to rem would take these for lengths of the design.
    OnceExit(root) {
      root.walkDecls(ROOM, (declaration) => {
        declaration.value = declaration.value.replace(LENGTH, capped)
      })
      root.walkRules((rule) => {
        const sides = rule.nodes.filter(({ prop }) => prop === 'width' || prop === 'height')
        const [one, other] = sides.map(({ value }) => /^([\d.]+)rem$/.exec(value)?.[1])
        const holdsText = rule.nodes.some(({ prop }) => prop === 'line-height')
        if (one === undefined || one !== other || Number(one) < LEAST_SQUARE_REM || holdsText) return
        for (const side of sides) side.value = side.value.replace(LENGTH, capped)
      })
      if (platform === 'weapp') classForShortLines(root)
    },
  }
}
module.exports.postcss = true

/** Pages of the mini-program have a class in place of the query (`environment.weapp.ts`). */
function classForShortLines(root) {
  // A sheet with plain class names is not read again for :global, which would reach the phone.
  const isModule = /\.module\.scss$/.test(root.source?.input.file ?? '')
  const marker = isModule ? ':global(.short-lines)' : '.short-lines'
  root.walkAtRules('media', (media) => {
    if (media.params !== SHORT_LINES) return
    media.walkRules((rule) => {
      rule.selectors = rule.selectors.map((selector) => `${marker} ${selector}`)
    })
    media.replaceWith(media.nodes)
  })
}
