/** The version of the console, as its package says. */
declare const APP_VERSION: string
