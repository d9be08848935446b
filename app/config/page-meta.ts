import type { IPluginContext } from '@tarojs/service'

type PageTemplate = { buildPageTemplate: (...parts: unknown[]) => string }

/**
 * Taro plugin: every page of the mini-program begins with a `page-meta`. The page itself sets its rem size
 * (`environment.weapp.ts`). Taro's own way adds a second bar to each page and fifteen unused attributes.
 */
export default (ctx: IPluginContext) => {
  ctx.registerMethod({
    name: 'onSetupClose',
    fn({ template }: { template: PageTemplate }) {
      const build = template.buildPageTemplate
      template.buildPageTemplate = (...parts) => `<page-meta root-font-size="{{rem}}"/>${build(...parts)}`
    },
  })
}
