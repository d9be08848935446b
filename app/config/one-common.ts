import type { IPluginContext } from '@tarojs/service'
import { sources } from 'webpack'

/** A module that several sub-packages share: Taro writes it into a file of its own, once for each of them. */
const SHARED = /^(.+)\/sub-common\/\w+\.js$/
const REQUIRED = /require\("[^"]*\/sub-common\/\w+\.js"\);?/g
const CHUNK =
  /^"use strict";(\(wx\["webpackJsonp"\]=wx\["webpackJsonp"\]\|\|\[\]\))\.push\(\[\[(\d+)\],\{(.*)\}\]\);?\s*$/s

/**
 * Taro plugin for the finished scripts of the mini-program: what a sub-package shares with others becomes one file. Taro's
 * many files, and a `require` for each on every page, took a tenth of the package.
 */
export default (ctx: IPluginContext) => {
  ctx.modifyBuildAssets(({ assets }: { assets: Record<string, sources.Source> }) => {
    const write = (name: string, text: string) => {
      assets[name] = new sources.RawSource(text)
    }
    const shared = new Map<string, RegExpExecArray[]>()
    for (const [name, asset] of Object.entries(assets)) {
      const [, root] = SHARED.exec(name) ?? []
      if (root === undefined) continue
      const chunk = CHUNK.exec(String(asset.source()))
      if (!chunk) throw new Error(`${name} is no chunk as webpack writes it`)
      shared.set(root, [...(shared.get(root) ?? []), chunk])
      delete assets[name]
    }
    for (const [root, chunks] of shared) {
      const [ids, modules] = [2, 3].map((part) => chunks.map((chunk) => chunk[part]).join())
      write(`${root}/sub-common.js`, `"use strict";${chunks[0]?.[1]}.push([[${ids}],{${modules}}]);`)
    }
    for (const [name, asset] of Object.entries(assets)) {
      const root = [...shared.keys()].find((one) => name.startsWith(`${one}/`))
      if (root === undefined || !name.endsWith('.js')) continue
      const text = String(asset.source())
      const path = '../'.repeat(name.slice(root.length).split('/').length - 2) || './'
      const first = text.search(REQUIRED)
      if (first < 0) continue
      const rest = text.replace(REQUIRED, '')
      write(name, `${rest.slice(0, first)}require("${path}sub-common.js");${rest.slice(first)}`)
    }
  })
}
