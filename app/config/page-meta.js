/**
 * Plugin of Taro: every page of the mini-program begins with a `page-meta`, whose size of a rem the page itself sets
 * (`text-size.weapp.ts`). Taro's own way adds a second bar to each page and fifteen attributes that nothing uses.
 */
module.exports = (ctx) => {
  ctx.registerMethod({
    name: 'onSetupClose',
    fn({ template }) {
      const build = template.buildPageTemplate
      template.buildPageTemplate = (...parts) => `<page-meta root-font-size="{{rem}}"/>${build(...parts)}`
    },
  })
}
