import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { parseWxml, type WxmlPart } from './wxml.ts'

/** The content of app.json. Routes have no leading slash. */
export type AppJson = {
  pages: string[]
  subPackages: { root: string; pages: string[] }[]
  tabBar: { list: { pagePath: string; text: string; iconPath: string; selectedIconPath: string }[] }
  themeLocation: string
  /** The file that says which pages WeChat's search may find. */
  sitemapLocation?: string
  lazyCodeLoading?: string
  /** The private calls that the app declares. WeChat refuses any other. */
  requiredPrivateInfos?: string[]
}

/** The content of project.config.json. WeChat's tools run the app with this lowest base library. */
export type ProjectJson = { libVersion: string }

/** The content of the .json file of a page or a component. */
export type PageJson = {
  navigationBarTitleText?: string
  enablePullDownRefresh?: boolean
  navigationStyle?: string
  navigationBarTextStyle?: string
  singlePage?: { navigationBarFit?: string }
  usingComponents?: Record<string, string>
}

/** A built mini-program on the disk. */
export class Package {
  readonly directory: string
  readonly app: AppJson
  readonly project: ProjectJson
  /** Every page. Those of the sub-packages have their root in front. */
  readonly routes: readonly string[]
  readonly tabs: readonly string[]
  readonly #configs = new Map<string, PageJson>()
  readonly #scripts = new Map<string, Script>()
  readonly #templates = new Map<string, readonly WxmlPart[]>()

  constructor(directory: string) {
    this.directory = directory
    for (const file of ['app.json', 'app.js', 'base.wxml', 'project.config.json']) {
      if (!existsSync(join(directory, file))) {
        throw new Error(`${join(directory, file)} is not there. Build first: node scripts/build.mjs weapp`)
      }
    }
    this.app = this.json('app.json') as AppJson
    this.project = this.json('project.config.json') as ProjectJson
    this.routes = [
      ...this.app.pages,
      ...this.app.subPackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`)),
    ]
    this.tabs = this.app.tabBar.list.map(({ pagePath }) => pagePath)
  }

  has(path: string): boolean {
    return existsSync(join(this.directory, path))
  }

  text(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8')
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.directory, path))
  }

  json(path: string): unknown {
    return JSON.parse(this.text(path))
  }

  /** The .json file of a page or a component. */
  configOf(name: string): PageJson {
    const config = this.#configs.get(name) ?? (this.json(`${name}.json`) as PageJson)
    this.#configs.set(name, config)
    return config
  }

  /** A script as a function of `require`, `module` and `exports`, compiled once for all runs. */
  script(path: string): Script {
    const code = () => `(function (require, module, exports) {${this.text(path)}\n})`
    const script = this.#scripts.get(path) ?? new Script(code(), { filename: path })
    this.#scripts.set(path, script)
    return script
  }

  /** The content of a .wxml file. @throws Error if it is not well-formed */
  wxml(path: string): readonly WxmlPart[] {
    const parts = this.#templates.get(path) ?? parseWxml(this.text(path), path)
    this.#templates.set(path, parts)
    return parts
  }

  /** Every file with its size in bytes. Paths are relative to the package's root. */
  files(): { path: string; bytes: number }[] {
    return readdirSync(this.directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(this.directory, path), bytes: statSync(path).size }))
  }
}

let built: Package | undefined

/** The mini-program under test: WEAPP_DIST, or the output folder of the build. */
export function builtPackage(): Package {
  built ??= new Package(process.env.WEAPP_DIST ?? fileURLToPath(new URL('../../../app/dist/weapp', import.meta.url)))
  return built
}
