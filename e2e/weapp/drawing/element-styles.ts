/**
 * The default styles of WeChat's own elements. Sizes are those of WeChat's documentation of each component. The styles
 * around the content of a scroll-view and a button are those of its WebView.
 *
 * Source: developers.weixin.qq.com/miniprogram/dev/component
 */
export const ELEMENT_STYLES = `
html { height: 100%; -webkit-text-size-adjust: 100% }
body { margin: 0; word-wrap: break-word }
wx-view, wx-scroll-view, wx-swiper, wx-swiper-item, wx-root-portal { display: block }
wx-text, wx-comp, wx-custom-wrapper { display: inline }
wx-image { display: inline-block; width: 320px; height: 240px; overflow: hidden; position: relative }
wx-image > img { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
wx-scroll-view { width: 100% }
.wx-scroll-view { position: relative; width: 100%; height: 100%; max-height: inherit }
.wx-scroll-view-content { width: 100%; height: 100% }
wx-swiper { height: 150px; position: relative; overflow: hidden }
wx-swiper-item { position: absolute; left: 0; top: 0; width: 100%; height: 100%; overflow: hidden }
wx-button {
  display: block; position: relative; margin-left: auto; margin-right: auto; padding: 0 14px; box-sizing: border-box;
  overflow: hidden; border-radius: 5px; font-size: 18px; line-height: 2.55555556; text-align: center;
  color: #000; background-color: #f8f8f8;
}
wx-button::after {
  content: " "; position: absolute; left: 0; top: 0; width: 200%; height: 200%; box-sizing: border-box;
  border: 1px solid rgba(0, 0, 0, .2); border-radius: 10px; transform: scale(.5); transform-origin: 0 0;
}
wx-input { display: block; overflow: hidden; height: 1.4rem; min-height: 1.4rem; white-space: nowrap }
wx-input > .wx-input-text { display: flex; align-items: center; height: 100% }
wx-textarea { display: block; position: relative; width: 300px; height: 150px; white-space: pre-wrap }
.input-placeholder, .textarea-placeholder { color: gray }
`
