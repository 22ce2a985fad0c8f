/** The page of its own at which a person plays. */

import { TablePage } from "./table_page.js";

new TablePage().start();
