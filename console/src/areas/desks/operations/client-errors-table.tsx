import { type ClientError, listClientErrors } from '@paidang/api/areas/desks/admin-jobs'
import { Flex, Typography } from 'antd'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'

const APPS: Record<ClientError['app'], string> = { weapp: '小程序', h5: '网页', console: '工作台' }
const KINDS: Record<ClientError['kind'], string> = { render: '显示', rejection: '异步', script: '脚本' }

/** Failures in browsers and mini-programs; the same failures of one day share a row. */
export function ClientErrorsTable() {
  return (
    <DataTable
      endpoint={listClientErrors}
      rowKey={({ id }) => id}
      empty="最近 30 天没有客户端错误"
      filters={[
        {
          kind: 'choice',
          name: 'app',
          label: '来自',
          options: Object.entries(APPS).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        { title: '最近发生', render: (_, { lastAt }: ClientError) => when(lastAt) },
        { title: '来自', render: (_, { app, kind }: ClientError) => `${APPS[app]}（${KINDS[kind]}）` },
        {
          title: '错误',
          width: 480,
          render: (_, { message, stack }: ClientError) => (
            <Flex vertical>
              <Typography.Text code>{message}</Typography.Text>
              {stack !== '' && (
                <Typography.Paragraph type="secondary" ellipsis={{ rows: 2, expandable: true, symbol: '展开' }}>
                  {stack}
                </Typography.Paragraph>
              )}
            </Flex>
          ),
        },
        { title: '页面', dataIndex: 'page' },
        { title: '版本', render: (_, { version, client }: ClientError) => `${version}，${client}` },
        { title: '当天次数', dataIndex: 'times', align: 'right' },
      ]}
    />
  )
}
