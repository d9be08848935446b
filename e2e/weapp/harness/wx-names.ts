import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Names in Taro's definition that are Taro's own. wx has none of them. */
const NOT_IN_WX = new Set([
  ...[
    'Behavior',
    'Current',
    'ENV_TYPE',
    'Events',
    'Link',
    'addInterceptor',
    'canIUseWebp',
    'cleanInterceptors',
    'css_248z',
  ],
  ...['createBufferURL', 'env', 'eventCenter', 'getApp', 'getAppInfo', 'getCurrentInstance', 'getEnv', 'getSwanId'],
  ...['initPxTransform', 'initTabBarApis', 'interceptorify', 'interceptors', 'options', 'preload', 'pxTransform'],
  ...['requirePlugin', 'revokeBufferURL', 'router', 'taro', 'worklet'],
])

let known: readonly string[] | undefined

/**
 * The names of WeChat's calls, from Taro's definition file. Taro builds its functions from the names that wx has. So a
 * wx made of these names shows which ones the app uses.
 */
export function namesOfWx(): readonly string[] {
  if (known) return known
  const require = createRequire(import.meta.url)
  const file = require.resolve('@tarojs/plugin-platform-h5/dist/definition.json')
  const { apis } = JSON.parse(readFileSync(file, 'utf8')) as { apis: Record<string, unknown> }
  known = Object.keys(apis).filter((name) => !NOT_IN_WX.has(name))
  return known
}
