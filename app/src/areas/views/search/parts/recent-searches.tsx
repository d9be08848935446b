import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { Empty } from '../../../../ui/empty'
import { semantics } from '../../../../ui/semantics'
import styles from './recent-searches.module.scss'

type Props = { words: readonly string[]; onChoose: (word: string) => void; onForget: () => void }

/** 最近搜索: a press searches for the word again. */
export function RecentSearches({ words, onChoose, onForget }: Props) {
  if (words.length === 0) {
    return <Empty compact title="想找谁，想去哪儿？" line="输入教练或俱乐部的名字、场馆的名字或地址、球局的标题" />
  }
  return (
    <View className={styles.recent}>
      <View className={styles.head}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          最近搜索
        </View>
        <Button kind="plain" size="s" label="清空最近搜索" onPress={onForget}>
          清空
        </Button>
      </View>
      <View className={styles.words}>
        {words.map((word) => (
          <Chip key={word} onPress={() => onChoose(word)}>
            {word}
          </Chip>
        ))}
      </View>
    </View>
  )
}
