import path from 'node:path'
import { defineConfig, type UserConfigExport } from '@tarojs/cli'
import { type ChunkGraph, type Module, NormalModuleReplacementPlugin, ProvidePlugin } from 'webpack'
import { version } from '../package.json'
import { EarlyPages } from './early-pages'
import { LateParts, STAYS } from './late-parts'

const app = path.resolve(__dirname, '..')
const src = (file: string) => path.join(app, 'src', file)
const domain = path.resolve(app, '../domain/src')
const api = path.resolve(app, '../api/src')
const isH5 = process.env.TARO_ENV === 'h5'
const isDevelopment = process.env.NODE_ENV === 'development'
/** Browsers keep built files for ever. In development a changed name would only leave the old file in memory. */
const fileName = isDevelopment ? '[name]' : '[name].[contenthash:8]'
/** PAIDANG_OUTPUT builds to another folder than the one that is being served. */
const outputRoot = process.env.PAIDANG_OUTPUT ?? `dist/${process.env.TARO_ENV}`

/** Shared sources, and packages with newer syntax than the oldest engines support. Taro takes strings and functions. */
const include = [domain, api, (file: string) => /node_modules[\\/](@tanstack|zustand|uqr)[\\/]/.test(file)]

const cssModules = (generateScopedName: string) => ({
  enable: true,
  config: { namingPattern: 'module', generateScopedName },
})
/** Lengths become rem on both platforms, and the root size follows the text size. */
const pxtransform = { enable: true, config: { targetUnit: 'rem' as const } }
const largeType = (platform: 'h5' | 'weapp') => ({
  [path.join(__dirname, 'large-type.js')]: { enable: true, config: { platform } },
})

/** WeChat reads these attributes from views by name; without this list Taro's templates drop them. */
const ariaProps = {
  'aria-role': '',
  'aria-label': '',
  'aria-hidden': '',
  'aria-checked': '',
  'aria-selected': '',
  'aria-disabled': '',
}

/** A chunk that takes longer counts as failed. Source: specification §9. */
const CHUNK_TIMEOUT_MS = 120_000

const TABS = ['home', 'bookingClass', 'bookingBall', 'threading', 'my'].map((tab) => `pages/${tab}/index`)

/** Whether a tab shows the module, or something that is fetched for it. */
function isOfTab(module: Module, { chunkGraph }: { chunkGraph: ChunkGraph }): boolean {
  const groups = [...chunkGraph.getModuleChunksIterable(module)].flatMap((chunk) => [...chunk.groupsIterable])
  return groups.some(({ origins }) => origins.some(({ request }) => TABS.some((tab) => request?.endsWith(tab))))
}

const ownNodeModules = (name: string) => new RegExp(`node_modules[\\\\/](${name})[\\\\/]`)

/** Written so, webpack sees that Taro's entry takes one name. Otherwise it gets the whole runtime, with a parser of HTML. */
const TARO_ENTRY = [["const { hooks } = require('@tarojs/runtime')", "const hooks = require('@tarojs/runtime').hooks"]]
/** The app tells by its own toast that it has copied. Taro's brings modals and action sheets along. */
const CLIPBOARD = [
  ["import { showToast } from '../ui/interaction/index.js';", ''],
  [
    `showToast({
            title: '内容已复制',
            icon: 'none',
            duration: 1500
        });`,
    '',
  ],
]

/** An absent key threw, and was caught: for the place of a first throw V8 parses the whole script again. */
const STORAGE = [["JSON.parse(localStorage.getItem(key) || '')", 'JSON.parse(localStorage.getItem(key))']]

type Config = Extract<UserConfigExport<'webpack5'>, { projectName?: string }>
type Chain = Parameters<NonNullable<NonNullable<Config['h5']>['webpackChain']>>[0]
const rewrite = (chain: Chain, file: RegExp, edits: string[][]) =>
  chain.module
    .rule(String(file))
    .test(file)
    .use('rewrite')
    .loader(path.join(__dirname, 'rewrite.js'))
    .options({ edits })

export default defineConfig<'webpack5'>(async () => {
  const config: UserConfigExport<'webpack5'> = {
    projectName: 'paidang',
    date: '2026-01-01',
    framework: 'react',
    designWidth: 375,
    deviceRatio: { 375: 2, 640: 2.34 / 2, 750: 1, 828: 1.81 / 2 },
    sourceRoot: 'src',
    outputRoot,
    compiler: { type: 'webpack5', prebundle: { enable: false } },
    // PAIDANG_BUILD_CACHE=1 keeps webpack's work in node_modules/.cache between builds on a developer's machine. Only
    // for the web: Taro omits the templates of components in cached modules.
    cache: { enable: isH5 && process.env.PAIDANG_BUILD_CACHE === '1' },
    plugins: isH5
      ? []
      : [
          [
            '@tarojs/plugin-inject',
            {
              components: {
                View: ariaProps,
                Text: ariaProps,
                Input: ariaProps,
                Textarea: ariaProps,
                Button: { 'aria-label': '' },
              },
            },
          ],
          path.join(__dirname, 'page-meta.ts'),
          path.join(__dirname, 'phone-styles.ts'),
          path.join(__dirname, 'set-attributes.ts'),
          // The development build writes its chunks for reading, and their size does not matter.
          ...(isDevelopment ? [] : [path.join(__dirname, 'one-common.ts')]),
        ],
    defineConstants: {
      // The web app calls the server that serves it; the mini-program needs the server's full address.
      APP_VERSION: JSON.stringify(version),
      IS_RELEASE: JSON.stringify(process.env.PAIDANG_RELEASE === '1'),
      API_ORIGIN: JSON.stringify(isH5 ? '' : (process.env.PAIDANG_API_ORIGIN ?? 'http://127.0.0.1:8080')),
    },
    copy: {
      // On the web the app draws the tab bar itself; the mini-program's bar needs pictures in both themes.
      patterns: isH5
        ? [{ from: 'src/assets/favicon.svg', to: `${outputRoot}/favicon.svg` }]
        : [
            { from: 'src/assets/tab/', to: `${outputRoot}/assets/tab/` },
            { from: 'config/sitemap.json', to: `${outputRoot}/sitemap.json` },
          ],
      options: {},
    },
    alias: {
      '@paidang/domain': domain,
      '@paidang/api': api,
    },
    // Taro's default quote_keys would make terser print private fields as #"x", a syntax error. With ascii_only every
    // Chinese character takes six bytes of the package instead of three.
    terser: {
      enable: true,
      config: {
        keep_fnames: false,
        keep_classnames: false,
        ecma: 2017,
        output: { comments: false, quote_keys: false, keep_quoted_props: false, ascii_only: false },
      } as never,
    },
    mini: {
      compile: { include },
      optimizeMainPackage: { enable: true },
      commonChunks: (names) => [...names, STAYS.name],
      // No page shows HTML, and without it the parser stays out.
      runtime: { enableInnerHTML: false },
      // Class names are unique to their module, so the order of the modules does not matter.
      miniCssExtractPluginOption: { ignoreOrder: true },
      // A phone downloads each name several times, so the file name is left out.
      postcss: { pxtransform, cssModules: cssModules('[local]_[hash:base64:4]'), ...largeType('weapp') },
      webpackChain(chain) {
        rewrite(chain, /[\\/]@tarojs[\\/]taro[\\/]index\.js$/, TARO_ENTRY)
        chain.plugin('late-parts').use(LateParts)
        chain.output.set('enabledLibraryTypes', ['commonjs2'])
        chain.merge({ optimization: { splitChunks: { cacheGroups: { stays: STAYS } } } })
        // WeChat has no AbortController; without one queries never settle.
        chain
          .plugin('abort')
          .use(ProvidePlugin, [{ AbortController: [src('platform/abort-controller.ts'), 'AbortController'] }])
      },
    },
    h5: {
      // The development server finds its files by absolute paths only.
      publicPath: isDevelopment ? '/' : './',
      // The pages' policy forbids eval, which Taro's own choice needs.
      sourceMapType: 'cheap-module-source-map',
      staticDirectory: 'static',
      useHtmlComponents: true,
      router: { mode: 'hash' },
      compile: { include },
      output: {
        filename: `js/${fileName}.js`,
        chunkFilename: `js/${fileName}.js`,
        chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      },
      miniCssExtractPluginOption: {
        ignoreOrder: true,
        filename: `css/${fileName}.css`,
        chunkFilename: `css/${fileName}.css`,
      },
      postcss: {
        autoprefixer: { enable: true, config: {} },
        pxtransform,
        cssModules: cssModules('[name]__[local]___[hash:base64:5]'),
        ...largeType('h5'),
      },
      // Behind the front of scripts/dev.mjs. Sass warns often, and only errors cover the page.
      devServer: {
        host: '127.0.0.1',
        open: false,
        hot: true,
        // Its socket is at the address of the page, which is the front's. What warns stands in the log of the build.
        client: { logging: 'error', overlay: { errors: true, warnings: false }, webSocketURL: 'auto://0.0.0.0:0/ws' },
      },
      webpackChain(chain) {
        // These override Taro's own aliases: only the components in use, no custom elements, and no foreign style
        // sheet.
        chain.resolve.alias.set('@tarojs/components$', src('platform/h5-components.tsx'))
        chain.resolve.alias.set('@tarojs/components/global.css', src('platform/h5-base.css'))
        chain.resolve.alias.set('@tarojs/components-react/dist/index.css', src('platform/h5-base.css'))
        chain.resolve.alias.set('@tarojs/components/dist/components$', src('platform/h5-custom-elements.ts'))
        // No page of ours uses these widgets' rules.
        chain.resolve.alias.set(
          '@tarojs/components/dist/taro-components/taro-components.css',
          src('platform/h5-base.css'),
        )
        chain.resolve.alias.set('universal-router$', src('platform/h5-routes.ts'))
        chain.resolve.alias.set('query-string$', src('platform/h5-query.ts'))
        rewrite(chain, /[\\/]taro-h5[\\/]dist[\\/]api[\\/]device[\\/]clipboard\.js$/, CLIPBOARD)
        rewrite(chain, /[\\/]taro-h5[\\/]dist[\\/]api[\\/]storage[\\/]index\.js$/, STORAGE)
        chain
          .plugin('no-bar')
          .use(NormalModuleReplacementPlugin, [
            /[\\/]router[\\/]dist[\\/]navigationBar\.js$/,
            src('platform/h5-no-bar.ts'),
          ])
        if (!isDevelopment) chain.plugin('early').use(EarlyPages, [TABS])
        chain.optimization.splitChunks({
          chunks: 'all',
          hidePathInfo: true,
          minSize: 10_000,
          maxInitialRequests: 8,
          maxAsyncRequests: 8,
          cacheGroups: {
            default: false,
            defaultVendors: false,
            react: {
              name: 'react',
              test: ownNodeModules('react|react-dom|scheduler|use-sync-external-store'),
              chunks: 'all',
              priority: 120,
              enforce: true,
            },
            taro: {
              name: 'taro',
              test: /node_modules[\\/]@tarojs[\\/](taro|taro-h5|runtime|router|shared|api|react|plugin-[^\\/]+)[\\/]/,
              chunks: 'initial',
              priority: 100,
            },
            // Rules shared by several pages are emitted once, whatever their size: those that a tab needs, and the others.
            stylesOfTabs: {
              name: 'tabs',
              test: isOfTab,
              type: 'css/mini-extract',
              chunks: 'async',
              minChunks: 2,
              minSize: 0,
              priority: 115,
            },
            styles: {
              name: 'ui',
              type: 'css/mini-extract',
              chunks: 'async',
              minChunks: 2,
              minSize: 0,
              priority: 110,
            },
            async: { test: /node_modules/, chunks: 'async', minChunks: 2, priority: 20, reuseExistingChunk: true },
            common: { chunks: 'async', minChunks: 2, priority: 10, reuseExistingChunk: true },
          },
        })
      },
    },
  }
  return config
})
