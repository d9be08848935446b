/** The size of the picture that WeChat shows for a shared page, 5:4. Source: WeChat documents, onShareAppMessage */
export const PICTURE = { width: 750, height: 600 }
