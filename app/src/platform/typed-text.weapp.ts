import { FormElement, TaroElement } from '@tarojs/runtime'

type Typed = FormElement & { told?: unknown }

/**
 * From now on a field is told a text only where it shows another one. Taro tells it each key that it has just heard of, and the
 * answer, which comes late, takes the cursor to the end and loses what was typed meanwhile.
 */
export function keepTypedText(): void {
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
    const tell = (text: unknown) => {
      this.told = text
      setAttribute.call(this, name, text)
    }
    if (value !== this.told) {
      tell(value)
      return
    }
    // WeChat takes a text that it was told before for no change: it hears first what the field shows.
    tell(shown)
    setTimeout(() => {
      if (this.props.value === shown) tell(value)
    })
  }
}
