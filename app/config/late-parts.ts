import path from 'node:path'
import { type Compiler, EntryPlugin, type Module } from 'webpack'

const src = (file: string) => path.join(__dirname, '../src', file)

/**
 * What the mini-program fetches with `require.async`, by the built file that holds it. Each lies in a sub-package that has
 * pages of its own: WeChat does not document one without. What is a page has its body here.
 */
const PARTS: Record<string, string> = {
  'pages/booking/tab': src('pages/bookingClass/body.tsx'),
  'bookingBall/tab': src('areas/activities/balls/ball-list-view.tsx'),
  'threading/tab': src('areas/activities/stringing/merchant-list-view.tsx'),
  'pages/user_card/tab': src('areas/views/my/my-view.tsx'),
  'pages/login/coach-home': src('areas/views/coach-home/coach-home-view.tsx'),
  'pages/user_card/edit': src('areas/views/business-cards/business-card-view.tsx'),
  'pages/login/register': src('areas/people/auth/register-view.tsx'),
  'pages/login/agreement': src('user/pages/agreement/body.tsx'),
  'shop/regions': src('areas/people/addresses/parts/regions.ts'),
}

type Graph = { chunkGraph: { getModuleChunks: (module: Module) => { name?: string }[] } }

/** What so many packages use stays in the main one, instead of being in each of them. */
const USED_BY_MOST = 9

const rootOf = (chunk: string) => chunk.split('/').slice(0, chunk.startsWith('pages/') ? 2 : 1)

/**
 * Stays in the main package, in a file beside Taro's `common`: what most packages use, and the styles of the parts, since
 * WeChat fetches no style sheet later.
 */
export const STAYS = {
  name: 'parts',
  test: (module: Module, { chunkGraph }: Graph) => {
    const names = chunkGraph.getModuleChunks(module).map(({ name = '' }) => name)
    if (module.type === 'css/mini-extract') return names.some((name) => name in PARTS)
    if (!OWN.test(module.nameForCondition() ?? '')) return false
    return new Set(names.map((name) => String(rootOf(name)))).size >= USED_BY_MOST
  },
  // Above Taro's own groups, which would put them into the sub-packages.
  priority: 20_000,
  enforce: true,
}
const OWN = /[\\/](app|api|domain)[\\/]src[\\/]/

/** Webpack plugin of the mini-program: builds the parts as modules of CommonJS, which is what WeChat requires. */
export class LateParts {
  apply(compiler: Compiler): void {
    for (const [name, file] of Object.entries(PARTS)) {
      new EntryPlugin(compiler.context, file, { name, library: { type: 'commonjs2' } }).apply(compiler)
    }
  }
}
