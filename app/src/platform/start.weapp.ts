import { FormElement, TaroElement } from '@tarojs/runtime'
import Taro from '@tarojs/taro'
import { watchPrivacy } from './privacy-consent'
import { removeWrittenFiles } from './save-file.weapp'

/** What the mini-program needs before its first page. */
export function startPlatform(): void {
  watchPrivacy()
  watchVersion()
  preserveTypedText()
  void removeWrittenFiles()
}

/** WeChat downloads a newer version in the background. The user decides when to switch. */
function watchVersion(): void {
  const manager = Taro.getUpdateManager()
  manager.onUpdateReady(async () => {
    const { confirm } = await Taro.showModal({
      title: '有新版本',
      content: '新版本已经准备好，重启后使用',
      confirmText: '重启',
      cancelText: '稍后',
    })
    if (confirm) manager.applyUpdate()
  })
}

type Typed = FormElement & { told?: unknown }

/**
 * From now on a field gets a text only if it shows another one. Taro sends each typed key back to its field. That
 * answer is late: it moves the cursor to the end and loses newer keys.
 */
function preserveTypedText(): void {
  const { setAttribute } = FormElement.prototype
  FormElement.prototype.dispatchEvent = function (this: Typed, event) {
    const isTyped = event.mpEvent && (event.type === 'input' || event.type === 'change')
    if (isTyped) this.props.value = event.mpEvent?.detail.value
    return TaroElement.prototype.dispatchEvent.call(this, event)
  }
  FormElement.prototype.setAttribute = function (this: Typed, name, value) {
    if (name !== 'value') {
      setAttribute.call(this, name, value)
      return
    }
    const shown = this.props.value
    if (value === shown) return
    const notify = (text: unknown) => {
      this.told = text
      setAttribute.call(this, name, text)
    }
    if (value !== this.told) {
      notify(value)
      return
    }
    // WeChat ignores a text equal to the last one it was sent. So it is first sent the text that the field shows.
    notify(shown)
    setTimeout(() => {
      if (this.props.value === shown) notify(value)
    })
  }
}
