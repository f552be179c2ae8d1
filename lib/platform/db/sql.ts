export { default as sql, empty, join, Sql } from "sql-template-tag";
