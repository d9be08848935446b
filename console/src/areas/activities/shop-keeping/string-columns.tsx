import type { StockedString } from '@paidang/api/areas/activities/merchant-strings'
import { MATERIAL_NAMES, setsOf } from '@paidang/domain/areas/activities/stringing/string-job'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Button, Flex, type TableColumnsType, Tag, Typography } from 'antd'
import { money, NOTHING } from '../../../ui/format'

/** Whether the free stock of a string is below the shop's minimum. */
export const isLow = ({ freeMetres, lowStockMetres }: StockedString) => freeMetres < lowStockMetres

type Actions = {
  onMove: (string: StockedString, kind: 'in' | 'count') => void
  onEdit: (string: StockedString) => void
  onHistory: (string: StockedString) => void
}

/** The columns of a shop's strings, with their actions. */
export function stringColumns({ onMove, onEdit, onHistory }: Actions): TableColumnsType<StockedString> {
  return [
    {
      title: '球线',
      render: (_, { brand, name, color }) => (
        <>
          <Typography.Text strong>{`${brand} ${name}`}</Typography.Text>
          <br />
          <Typography.Text type="secondary">{color}</Typography.Text>
        </>
      ),
    },
    { title: '项目', render: (_, { sport }) => SPORT_NAMES[sport] },
    { title: '材质', render: (_, { material }) => MATERIAL_NAMES[material] },
    { title: '线径', align: 'right', render: (_, { gauge }) => `${gauge.toFixed(2)} mm` },
    { title: '半副价格', dataIndex: 'halfPriceFen', align: 'right', render: money },
    { title: '在库', align: 'right', render: (_, { stockMetres }) => `${stockMetres} 米` },
    {
      title: '可用',
      align: 'right',
      render: (_, string) => (
        <Flex gap={8} justify="flex-end" align="center">
          {string.isOffered && isLow(string) && <Tag color="gold">偏低</Tag>}
          <span>
            {`${string.freeMetres} 米`}
            <br />
            <Typography.Text type="secondary">{`约 ${setsOf(string.freeMetres, string.sport)} 副`}</Typography.Text>
          </span>
        </Flex>
      ),
    },
    {
      title: '警戒线',
      align: 'right',
      render: (_, { lowStockMetres }) => (lowStockMetres === 0 ? NOTHING : `${lowStockMetres} 米`),
    },
    {
      title: '操作',
      fixed: 'end',
      render: (_, string) => (
        <Flex gap={4}>
          <Button size="small" onClick={() => onMove(string, 'in')}>
            入库
          </Button>
          <Button size="small" onClick={() => onMove(string, 'count')}>
            盘点
          </Button>
          <Button size="small" type="link" onClick={() => onEdit(string)}>
            修改
          </Button>
          <Button size="small" type="link" onClick={() => onHistory(string)}>
            流水
          </Button>
        </Flex>
      ),
    },
  ]
}
