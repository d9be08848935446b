import type { IPluginContext } from '@tarojs/service'

/** A built file, as webpack writes it. */
type Asset = { source: () => string | Buffer; size: () => number }

const TEMPLATES = 'base.wxml'
/** Taro's own scripts, which name every attribute there is. */
const OF_TARO = /^(taro|app|vendors|runtime|comp|custom-wrapper)\.js$/
/** An attribute whose value a page may set, or the binding of an event. */
const SETTABLE = / (bind)?([\w-]+)="(?:\{\{[^"]*\bi\.p\d+\b[^"]*\}\}|eh)"/g
/** Taro's own name for a press is another one, and `catchMove` chooses among templates. */
const KEPT = ['tap', 'catchtouchmove']

/**
 * Taro plugin for the finished templates of the mini-program: they keep the attributes and events that a script of the app
 * names. Taro writes all of them, with WeChat's own defaults, into every level of its templates.
 */
export default (ctx: IPluginContext) => {
  ctx.modifyBuildAssets(({ assets }: { assets: Record<string, Asset> }) => {
    const templates = assets[TEMPLATES]
    if (!templates) throw new Error(`the build wrote no ${TEMPLATES}`)
    const scripts = Object.keys(assets).filter((name) => name.endsWith('.js') && !OF_TARO.test(name))
    const named = new Set<string>()
    for (const name of scripts) {
      for (const [word] of String(assets[name]?.source()).matchAll(/[\w-]+/g)) named.add(word.toLowerCase())
    }
    const text = String(templates.source()).replace(SETTABLE, (whole, bind: string | undefined, name: string) => {
      const isNamed = bind ? named.has(`on${name}`) : named.has(name) || named.has(name.replace(/-/g, ''))
      return isNamed || KEPT.includes(name) ? whole : ''
    })
    assets[TEMPLATES] = { source: () => text, size: () => Buffer.byteLength(text) }
  })
}
