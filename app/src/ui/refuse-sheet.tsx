import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from './button'
import { Field } from './field'
import { Notice } from './notice'
import { Sheet } from './sheet'

const MAX_ANSWER = 100

type Props = {
  open: boolean
  title: string
  /** The text of the button that refuses. */
  press: string
  placeholder: string
  /** What became of it, once it waits for no answer any more. */
  end: string | undefined
  busy: boolean
  onClose: () => void
  onRefuse: (words: string) => void
}

/** 拒绝 with a word. It stays open when what it is about ends meanwhile, and then says so. */
export function RefuseSheet({ open, title, press, placeholder, end, busy, onClose, onRefuse }: Props) {
  const [words, setWords] = useState('')
  const foot =
    end === undefined ? (
      <Button kind="danger" full busy={busy} onPress={() => onRefuse(words.trim())}>
        {press}
      </Button>
    ) : (
      <Button full onPress={onClose}>
        知道了
      </Button>
    )
  return (
    <Sheet open={open} onClose={onClose} title={title} foot={foot}>
      <View className="in-0-16">
        {end === undefined ? (
          <Field
            label="说一句（选填）"
            value={words}
            onInput={setWords}
            multiline
            maxLength={MAX_ANSWER}
            placeholder={placeholder}
          />
        ) : (
          <Notice tone="wait">{`${end}，不用再答复`}</Notice>
        )}
      </View>
    </Sheet>
  )
}
