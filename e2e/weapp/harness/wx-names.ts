import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Taro's own words stand in its definition beside those of WeChat; wx has none of them. */
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
 * The names of WeChat's calls, from Taro's definition file. Taro makes its own functions from the names that wx really has,
 * so a wx that is made of these shows which ones the app relies on.
 */
export function namesOfWx(): readonly string[] {
  if (known) return known
  const require = createRequire(import.meta.url)
  const file = require.resolve('@tarojs/plugin-platform-h5/dist/definition.json')
  const { apis } = JSON.parse(readFileSync(file, 'utf8')) as { apis: Record<string, unknown> }
  known = Object.keys(apis).filter((name) => !NOT_IN_WX.has(name))
  return known
}
