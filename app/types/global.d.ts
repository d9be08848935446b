/// <reference types="@tarojs/taro" />

/** Address of the server, without a path: empty on the web, where the server also serves the app. */
declare const API_ORIGIN: string
/** The version of the app, as its package says. */
declare const APP_VERSION: string

/** Whether this is what is sent to WeChat: without what only a demo world or a simulator needs. */
declare const IS_RELEASE: boolean

/** Absent from TypeScript's library before ES2024 targets; webpack sets it in every web module. */
declare const __webpack_require__: { e: (chunkId: string | number) => Promise<unknown> } | undefined

/** WeChat's own `require` in the mini-program. Its paths are those of the built files; a literal, for WeChat's tools. */
declare const __non_webpack_require__: { async: <Module>(path: string) => Promise<Module> }

declare module '*.module.scss' {
  const classes: Record<string, string>
  export default classes
}
declare module '*.scss'
declare module '*.png' {
  const address: string
  export default address
}
