import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { MiniProgram, type Start } from './mini-program.ts'
import { Package } from './package-files.ts'

export type Tiny = {
  page?: string
  wxml?: string
  component?: string
  componentWxml?: string
  /** Additional files, or replacements of the standard ones. */
  files?: Record<string, string>
}

/** Further options of the start of a program. */
type Opening = Partial<Omit<Start, 'built'>>

/** Hand-written mini-programs for one test: one tab, one other page, one page of a sub-package and one component. */
export function useTinyPrograms() {
  const directories: string[] = []
  const programs: MiniProgram[] = []
  afterEach(() => {
    for (const program of programs.splice(0)) {
      // Most of these programs fail on purpose.
      program.faults.all.splice(0)
      program.close()
    }
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
  })

  const write = (tiny: Tiny): Package => {
    const directory = mkdtempSync(join(tmpdir(), 'tiny-weapp-'))
    directories.push(directory)
    for (const [path, text] of Object.entries(filesOf(tiny))) {
      mkdirSync(join(directory, dirname(path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    return new Package(directory)
  }
  return {
    write,
    launch: (tiny: Tiny, opening: Opening = {}): MiniProgram => {
      const program = new MiniProgram({ server: 'http://127.0.0.1:1', ...opening, built: write(tiny) })
      programs.push(program)
      return program
    },
  }
}

/** The app.json of every tiny program. */
export const TINY_APP = {
  pages: ['pages/home/index', 'pages/other/index'],
  subPackages: [{ root: 'far', pages: ['pages/away/index'] }],
  requiredPrivateInfos: ['getFuzzyLocation'],
  window: { navigationBarTitleText: 'tiny' },
  tabBar: {
    color: '#000000',
    selectedColor: '#08794D',
    backgroundColor: '#FFFFFF',
    list: [
      { pagePath: 'pages/home/index', text: '首页', iconPath: 'home.png', selectedIconPath: 'home.png' },
      { pagePath: 'pages/other/index', text: '其他', iconPath: 'home.png', selectedIconPath: 'home.png' },
    ],
  },
}

function filesOf({
  page = '{}',
  wxml = '<view>home</view>',
  component = '{}',
  componentWxml = '',
  files = {},
}: Tiny): Record<string, string> {
  const { tabBar, ...app } = TINY_APP
  return {
    'app.json': JSON.stringify({ ...app, tabBar: { ...tabBar, list: tabBar.list.slice(0, 1) } }),
    'app.js': 'App({})',
    'project.config.json': '{ "libVersion": "2.32.3" }',
    'base.wxml': '<template name="known"><text>{{word}}</text></template>',
    'part.js': `Component(${component})`,
    'part.json': '{ "component": true }',
    'part.wxml': componentWxml,
    'pages/home/index.js': `Page(${page})`,
    'pages/home/index.json': '{ "usingComponents": { "part": "../../part" } }',
    'pages/home/index.wxml': `<import src="../../base.wxml" />${wxml}`,
    'pages/other/index.js': 'Page({})',
    'pages/other/index.json': '{}',
    'pages/other/index.wxml': '<view>other</view>',
    'far/pages/away/index.js': 'Page({})',
    'far/pages/away/index.json': '{}',
    'far/pages/away/index.wxml': '<view>away</view>',
    ...files,
  }
}
