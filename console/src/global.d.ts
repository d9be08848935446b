/** The version of the console, from its package. */
declare const APP_VERSION: string
