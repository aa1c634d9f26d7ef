"""The wheel as a user installs it: into fresh environments, by the commands of the pages."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .conftest import Service
from .test_pages import GUIDE, README, blocks

PACKAGE = Path(__file__).parents[1]

WITHOUT_EXTRAS = """
import importlib
for name in ("grpc", "langchain", "langchain_agents", "llamaindex"):
    try:
        importlib.import_module(f"winnow_client.{name}")
    except ModuleNotFoundError as error:
        assert not error.name.startswith("winnow_client"), error
    else:
        raise AssertionError(name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    ran(sys.executable, "-m", "build", "--outdir", str(folder), str(PACKAGE))
    assert len(list(folder.glob("*.tar.gz"))) == 1
    return next(folder.glob("*.whl"))


def ran(*words: str, path: Path | None = None) -> str:
    env = os.environ | ({} if path is None else {"PATH": f"{path}:{os.environ['PATH']}"})
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fresh(folder: Path, page: str, wheel: Path) -> Path:
    """The programs of a new environment, into which the first command of a page has installed the wheel."""
    ran(sys.executable, "-m", "venv", str(folder))
    command = blocks(page, "sh")[0]
    assert command.startswith("pip install ")
    ran("bash", "-euc", command.replace("winnow-client", str(wheel)), path=folder / "bin")
    return folder / "bin"


def test_the_wheel_holds_what_the_package_needs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    files = [path for path in (PACKAGE / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    sources = {path.relative_to(PACKAGE / "src").as_posix() for path in files}
    assert sources <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any("tests" in name for name in names)


def test_a_first_result_in_a_fresh_environment(service: Service, wheel: Path, tmp_path: Path) -> None:
    programs = fresh(tmp_path / "plain", README, wheel)
    code = blocks(README, "python")[0].replace("http://127.0.0.1:8080", service.url).replace("wnw_...", service.key)
    assert ran(str(programs / "python"), "-W", "error", "-c", code) == blocks(README, "text")[0]
    ran(str(programs / "python"), "-c", WITHOUT_EXTRAS)


def test_the_extras_install_what_the_adapters_need(wheel: Path, tmp_path: Path) -> None:
    programs = fresh(tmp_path / "extras", GUIDE, wheel)
    ran(str(programs / "pip"), "install", "--quiet", f"{wheel}[grpc]")
    ran(
        str(programs / "python"),
        "-c",
        "import winnow_client.grpc, winnow_client.langchain_agents, winnow_client.llamaindex",
    )
